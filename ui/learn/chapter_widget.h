// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>
#include <vector>

#include "ui/widgets/quantity.h"

namespace recscope::ui {

class Course;

/// Base class of the live part of a chapter, which fills the page. The page calls `showStep` for the shown step and
/// `reveal` once the question is answered; the widget emits `taskDone`.
class ChapterWidget : public QWidget {
    Q_OBJECT
public:
    explicit ChapterWidget(Course& course);

    /// Shows a step, counted from 0; always 0 in a chapter without steps. Also called when the chapter begins.
    virtual void showStep(int step) = 0;
    /// Resets to the state that the chapter had when it was first opened; `showStep(0)` follows.
    virtual void restart() = 0;
    /// Called when the question was answered: from now on, the widget may show content that reveals the answer.
    virtual void reveal() {}
    /// The right options, for a chapter whose file does not mark them because they are measured; several only if they
    /// are equally right. Empty while not known.
    virtual std::vector<int> rightOptions() const { return {}; }
    /// Text about the measurements on the live model, shown with the answer. It also says whether and why the model
    /// contradicts the chapter. Empty while nothing was measured.
    virtual QString finding() const { return {}; }
    /// True if the widget shows the course's history, so that choosing another user has an effect.
    virtual bool readsHistory() const { return true; }
    /// The choices that the widget's buttons offer, to be printed on the handout.
    virtual QStringList printedChoices() const { return {}; }
    /// True while anything that the widget shows is still being computed.
    virtual bool isWaiting() const { return false; }
    /// Called when another chapter or page is shown; must stop all jobs of this chapter.
    virtual void leave() {}
    /// Handles a key (Qt::Key) that the focused widget ignored; returns true if the key was used.
    virtual bool takeKey(int /*key*/) { return false; }
    /// Turns the compact layout for a page of little height on or off. The page calls this whenever its size changes.
    void setLow(bool low);

signals:
    void taskDone();
    /// `rightOptions` or `finding` changed.
    void measured();
    /// Requests that the page show this step.
    void stepRequested(int step);

protected:
    Course& course() const { return m_course; }
    bool isLow() const { return m_low; }
    /// Called when `isLow` changed; must keep what the person at the screen did in the chapter.
    virtual void fitRoom() {}

private:
    Course& m_course;
    bool m_low = false;
};

}  // namespace recscope::ui
