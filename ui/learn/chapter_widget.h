// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>
#include <vector>

#include "ui/widgets/quantity.h"

namespace recscope::ui {

class Course;

/// Base class of a chapter's interactive part, which fills the page. The page calls `showStep` for the shown step, and
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
    /// The right options of the question, for a chapter whose file does not mark one because it depends on
    /// measurements. Several only if they are equally right; empty while unknown.
    virtual std::vector<int> rightOptions() const { return {}; }
    /// What was measured on the trained model, as text that is shown with the answer. Also says if the model
    /// contradicts the chapter, and why. Empty while nothing was measured.
    virtual QString finding() const { return {}; }
    /// True if the widget shows the course's history, so that choosing another user has an effect.
    virtual bool readsHistory() const { return true; }
    /// The texts of the widget's answer buttons, to be printed on the handout.
    virtual QStringList printedChoices() const { return {}; }
    /// True while anything that the widget shows is still being computed.
    virtual bool isWaiting() const { return false; }
    /// Called when another chapter or page is shown; must stop all jobs of this chapter.
    virtual void leave() {}
    /// Handles a key (Qt::Key) that the focused widget ignored; returns true if the key was used.
    virtual bool handleKey(int /*key*/) { return false; }
    /// Turns the compact layout for a low page on or off. The page calls this whenever its size changes.
    void setCompact(bool compact);

signals:
    void taskDone();
    /// `rightOptions` or `finding` changed.
    void measured();
    /// Requests that the page show this step.
    void stepRequested(int step);

protected:
    Course& course() const { return m_course; }
    bool isCompact() const { return m_isCompact; }
    /// Called when `isCompact` changed; must keep what the user of the program did in the chapter.
    virtual void fitLayout() {}

private:
    Course& m_course;
    bool m_isCompact = false;
};

}  // namespace recscope::ui
