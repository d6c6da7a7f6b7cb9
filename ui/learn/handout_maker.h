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
/// are known. Each chapter gets a separate off-screen widget, so that a class's handout reveals no answer and no task
/// counts as done; the teacher's handout uses the visible widget where models were trained in the lesson.
class HandoutMaker : public QObject {
    Q_OBJECT
public:
    enum class For { Class, Teacher };

    /// `chapters`: all chapters of the course; `requested`: indices into `chapters`. `seen` returns the existing widget
    /// of a chapter, or null; `step` returns the step that this widget shows.
    HandoutMaker(Course& course, const std::vector<Chapter>& chapters, std::vector<int> requested, For reader,
                 std::function<ChapterWidget*(int)> seen, std::function<int(int)> step, QObject* parent = nullptr);
    ~HandoutMaker() override;

    void start();

signals:
    void made(const std::vector<recscope::ui::Handout>& handouts);

private:
    void beginChapter();
    void look();
    void endChapter();
    ChapterWidget* shown() const;
    int steps() const;

    Course& m_course;
    const std::vector<Chapter>& m_chapters;
    std::vector<int> m_requested;
    For m_reader;
    std::function<ChapterWidget*(int)> m_seen;
    std::function<int(int)> m_stepOf;
    std::vector<Handout> m_made;
    std::unique_ptr<QWidget> m_stage;     ///< parent of the off-screen chapter widget
    ChapterWidget* m_own = nullptr;       ///< the off-screen widget of the current chapter; null if not used
    ChapterWidget* m_borrowed = nullptr;  ///< the page's widget of the current chapter; null if not used
    std::size_t m_at = 0;                 ///< index in `m_requested` of the current chapter
    int m_step = 0;
    int m_waited = 0;  ///< number of turns of the timer waited at this step
    QTimer m_timer;
};

}  // namespace recscope::ui
