// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <memory>

#include "ui/attention/head_steps_view.h"

namespace recscope::ui {

class StepBar;

/// Shows, step by step, what one head computes at one position of a user's history, in a dialog over the window. Right
/// and Left change the step, Space plays, Esc closes. The dialog stores nothing.
class HeadStepsDialog : public QDialog {
    Q_OBJECT
public:
    /// `title` names the history and the run. The dialog deletes itself when it is closed.
    static HeadStepsDialog& open(Session& session, std::shared_ptr<InferenceCache> cache, QWidget& page,
                                 const QString& title, const HeadStepsSubject& subject, HeadId head, int row);

    HeadStepsView& view() const { return *m_view; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    HeadStepsDialog(Session& session, std::shared_ptr<InferenceCache> cache, QWidget* window, const QString& title);
    void fit();

    StepBar* m_steps;
    HeadStepsView* m_view;
};

}  // namespace recscope::ui
