// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>
#include <vector>

#include "ui/learn/handout.h"

class QWidget;

namespace recscope::ui {

class ChapterWidget;
class Course;

/// A picture of the widget without buttons and sliders, which are useless on paper. The widget is left unchanged.
QImage pictureWithoutControls(QWidget& widget);

/// Takes a picture of every step of the requested chapters, one after the other; waits at each step until its numbers
/// are known. Each chapter gets its own off-screen widget, so that a handout for a class reveals no answer, and no task
/// counts as done. The teacher's handout uses the page's widget of a chapter whose models were trained in the lesson.
class HandoutMaker : public QObject {
    Q_OBJECT
public:
    enum class Reader { Class, Teacher };

    /// `chapters`: all chapters of the course; `requested`: indices into `chapters`. `existingWidget` returns the
    /// page's widget of a chapter, null if it was not opened yet; `step` returns the step that this widget shows.
    HandoutMaker(Course& course, const std::vector<Chapter>& chapters, std::vector<int> requested, Reader reader,
                 std::function<ChapterWidget*(int)> existingWidget, std::function<int(int)> step,
                 QObject* parent = nullptr);
    ~HandoutMaker() override;

    void start();

signals:
    void made(const std::vector<recscope::ui::Handout>& handouts);

private:
    void beginChapter();
    void takePicture();
    void endChapter();
    ChapterWidget* shown() const;
    int steps() const;

    Course& m_course;
    const std::vector<Chapter>& m_chapters;
    std::vector<int> m_requested;
    Reader m_reader;
    std::function<ChapterWidget*(int)> m_existingWidget;
    std::function<int(int)> m_stepOf;
    std::vector<Handout> m_made;
    std::unique_ptr<QWidget> m_offscreen;  ///< parent of the off-screen chapter widget
    ChapterWidget* m_own = nullptr;        ///< the off-screen widget of the current chapter; null if not used
    ChapterWidget* m_borrowed = nullptr;   ///< the page's widget of the current chapter; null if not used
    std::size_t m_current = 0;             ///< index in `m_requested` of the current chapter
    int m_step = 0;
    int m_waited = 0;  ///< number of timer turns since this step was shown
    QTimer m_timer;
};

}  // namespace recscope::ui
