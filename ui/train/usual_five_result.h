// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <map>
#include <vector>

#include "ui/jobs/async_query.h"
#include "ui/runs/usual_five.h"

class QLabel;

namespace recscope::ui {

class Session;

/// The verdict of the usual five once the last of them has ended, with Compare one click away: on the page while it is
/// visible, else as a notice. Shown once each time they are started.
class UsualFiveResult : public QFrame {
    Q_OBJECT
public:
    explicit UsualFiveResult(Session& session, QWidget* parent = nullptr);

    /// To be called when they are in the queue.
    void watch(const UsualFive& five);

private:
    struct Statement {
        QString sentence, basis;
        std::vector<RunId> runs;
    };
    void look();
    void take();
    void showStatement();

    Session& m_session;
    AsyncQuery<UsualFiveOf, UsualFive> m_reading;
    std::map<DatasetId, std::vector<PlannedRun>> m_watched;
    std::map<DatasetId, Statement> m_stated;  ///< until dismissed
    DatasetId m_read = 0;                     ///< the dataset whose verdict is being read
    QLabel *m_sentence, *m_basis;
};

}  // namespace recscope::ui
