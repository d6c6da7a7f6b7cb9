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
/// are known. The pictures are taken of a new off-screen widget of each chapter, not of the one on the Learn page: it
/// has neither the answers nor the trained models that the person can already see there, and no task of the page counts
/// as done. The one exception: if the models of a chapter were trained on the Learn page, the teacher's handout shows
/// them, so the pictures are taken of the page's widget.
class HandoutMaker : public QObject {
    Q_OBJECT
public:
    enum class Reader { Class, Teacher };

    /// `chapters`: all chapters of the course; `requested`: indices into `chapters`. Both functions take such an index:
    /// `pageWidget` returns the widget of the chapter on the Learn page, null if it was not opened yet; `pageStep`
    /// returns the step that this widget shows, to which it is reset after the pictures.
    HandoutMaker(Course& course, const std::vector<Chapter>& chapters, std::vector<int> requested, Reader reader,
                 std::function<ChapterWidget*(int)> pageWidget, std::function<int(int)> pageStep,
                 QObject* parent = nullptr);
    ~HandoutMaker() override;

    void start();

signals:
    void made(const std::vector<recscope::ui::Handout>& handouts);

private:
    void beginChapter();
    void takePicture();
    void endChapter();
    ChapterWidget* picturedWidget() const;  ///< the widget of the current chapter that the pictures are taken of
    int stepCount() const;

    Course& m_course;
    const std::vector<Chapter>& m_chapters;
    std::vector<int> m_requested;
    Reader m_reader;
    std::function<ChapterWidget*(int)> m_pageWidget;
    std::function<int(int)> m_pageStep;
    std::vector<Handout> m_made;
    std::unique_ptr<QWidget> m_offscreen;  ///< parent of the off-screen chapter widget
    ChapterWidget* m_own = nullptr;        ///< the off-screen widget of the current chapter; null if not used
    ChapterWidget* m_borrowed = nullptr;   ///< the page's widget of the current chapter; null if not used
    std::size_t m_current = 0;             ///< index in `m_requested` of the current chapter
    int m_step = 0;
    int m_ticks = 0;  ///< timer ticks since this step was shown
    QTimer m_timer;
};

}  // namespace recscope::ui
