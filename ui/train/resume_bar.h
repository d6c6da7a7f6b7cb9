// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;

namespace recscope::ui {

class Session;
class TrainingController;

/// Offers once after a start to resume the runs interrupted before it: a line above all pages, gone once the person has
/// decided.
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
