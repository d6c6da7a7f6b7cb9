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

/// Shows the verdict on the five models of the built-in plan `usual-five` when the last of their runs has ended, with a
/// Compare button: on the page if it is visible, else as a notice. The verdict is shown once each time the five are
/// started.
class UsualFiveResult : public QFrame {
    Q_OBJECT
public:
    explicit UsualFiveResult(Session& session, QWidget* parent = nullptr);

    /// To be called when the runs of the five models have been queued.
    void watch(const UsualFive& five);

private:
    struct Statement {
        QString sentence, basis;  ///< the verdict, and what it is based on
        std::vector<RunId> runs;
    };
    void look();
    void take();
    void showStatement();

    Session& m_session;
    AsyncQuery<UsualFiveRequest, UsualFive> m_reading;
    std::map<DatasetId, std::vector<PlannedRun>> m_watched;
    std::map<DatasetId, Statement> m_stated;  ///< verdicts to show, until they are dismissed
    DatasetId m_read = 0;                     ///< the dataset whose verdict `m_reading` queries
    QLabel *m_sentence, *m_basis;
};

}  // namespace recscope::ui
