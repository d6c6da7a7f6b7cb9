// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>
#include <vector>

#include "ui/widgets/quantity.h"

namespace recscope::ui {

class Course;

/// The live part of a chapter: it fills the page. The page tells it which step is shown, and whether the question has
/// been answered; it tells the page when the task is done.
class ChapterWidget : public QWidget {
    Q_OBJECT
public:
    explicit ChapterWidget(Course& course);

    /// 0-based; a chapter without steps gets 0. Also called when the chapter begins.
    virtual void showStep(int step) = 0;
    /// As if it were seen for the first time; `showStep(0)` follows.
    virtual void restart() = 0;
    /// The question was answered: what would have told the answer may show from now on.
    virtual void reveal() {}
    /// The right options (several only if they are equally right), where the chapter's file leaves them to be measured;
    /// empty while they are not known.
    virtual std::vector<int> rightOptions() const { return {}; }
    /// What was measured on the live model and belongs beside the answer, in words; also that the model does not show
    /// what the chapter says, and why that can happen. Empty while nothing was measured.
    virtual QString finding() const { return {}; }
    /// It shows the course's history: another user changes something.
    virtual bool readsHistory() const { return true; }
    /// What its buttons offer to choose from, for paper.
    virtual QStringList printedChoices() const { return {}; }
    /// Something it shows is still being worked out.
    virtual bool isWaiting() const { return false; }
    /// Another chapter or page is shown: what runs for this one ends.
    virtual void leave() {}
    /// A key that nothing with the focus wanted; true: it meant something here.
    virtual bool takeKey(int) { return false; }
    /// Room is short, or no longer: what can be lower is. The page says it at every change of its size.
    void setLow(bool low);

signals:
    void taskDone();
    /// `rightOptions` or `finding`.
    void measured();
    /// Something in the widget leads to a step.
    void stepRequested(int step);

protected:
    Course& course() const { return m_course; }
    bool isLow() const { return m_low; }
    /// `isLow` changed: what a person did in the chapter stays as it is.
    virtual void fitRoom() {}

private:
    Course& m_course;
    bool m_low = false;
};

}  // namespace recscope::ui
