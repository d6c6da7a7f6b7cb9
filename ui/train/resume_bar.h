// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;

namespace recscope::ui {

class Session;
class TrainingController;

/// A line above all pages that offers, once after each start, to resume the runs that were interrupted earlier. It
/// disappears when the user of the program has resumed them or postponed that.
class ResumeBar : public QFrame {
    Q_OBJECT
public:
    ResumeBar(Session& session, TrainingController& training, QWidget* parent = nullptr);

private:
    void refresh();

    Session& m_session;
    TrainingController& m_training;
    QLabel* m_text;
};

}  // namespace recscope::ui
