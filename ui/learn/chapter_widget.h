// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>
#include <vector>

#include "ui/widgets/quantity.h"

namespace recscope::ui {

class Course;

/// The live part of a chapter, which fills the page. The page calls `showStep` for the shown step and `reveal` once the
/// question is answered; the widget emits `taskDone`.
class ChapterWidget : public QWidget {
    Q_OBJECT
public:
    explicit ChapterWidget(Course& course);

    /// 0-based; a chapter without steps gets 0. Also called when the chapter begins.
    virtual void showStep(int step) = 0;
    /// Resets to the state of the first visit; `showStep(0)` follows.
    virtual void restart() = 0;
    /// The question was answered: what would have revealed the answer may show from now on.
    virtual void reveal() {}
    /// The right options (several only if they are equally right), where the chapter's file leaves them to measurement;
    /// empty while not known.
    virtual std::vector<int> rightOptions() const { return {}; }
    /// Text for the answer about what was measured on the live model, including that and why the model may contradict
    /// the chapter. Empty while nothing was measured.
    virtual QString finding() const { return {}; }
    /// True if it shows the course's history, so that choosing another user has an effect.
    virtual bool readsHistory() const { return true; }
    /// The choices that its buttons offer, for the handout.
    virtual QStringList printedChoices() const { return {}; }
    /// True while something it shows is still being computed.
    virtual bool isWaiting() const { return false; }
    /// Another chapter or page is shown: stop all jobs of this one.
    virtual void leave() {}
    /// Handles a key that the focused widget ignored; returns true if the key was used.
    virtual bool takeKey(int) { return false; }
    /// Switches to the compact layout while the page is low. The page calls this at every change of its size.
    void setLow(bool low);

signals:
    void taskDone();
    /// `rightOptions` or `finding` changed.
    void measured();
    /// The widget requests a step.
    void stepRequested(int step);

protected:
    Course& course() const { return m_course; }
    bool isLow() const { return m_low; }
    /// `isLow` changed; must not change what the person did in the chapter.
    virtual void fitRoom() {}

private:
    Course& m_course;
    bool m_low = false;
};

}  // namespace recscope::ui
