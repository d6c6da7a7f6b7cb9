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

/// Shows the verdict on the five models of the built-in plan `usual-five`, with a Compare button, when the last of
/// their runs has ended. If the page is not visible or another dataset is chosen, a notice shows the verdict, too. The
/// verdict is shown once each time the five are started.
class UsualFiveResult : public QFrame {
    Q_OBJECT
public:
    explicit UsualFiveResult(Session& session, QWidget* parent = nullptr);

    /// To be called when the runs of the five models have been queued.
    void watch(const UsualFive& five);

private:
    struct ShownVerdict {
        QString sentence, basis;  ///< the verdict, and what it is based on
        std::vector<RunId> runs;
    };
    void readNext();
    void handleResult();
    void showVerdict();

    Session& m_session;
    AsyncQuery<UsualFiveRequest, UsualFive> m_reading;
    std::map<DatasetId, std::vector<PlannedRun>> m_watched;  ///< queued runs whose end is awaited
    std::map<DatasetId, ShownVerdict> m_verdicts;            ///< verdicts to show, until they are dismissed
    DatasetId m_readDataset = 0;                             ///< the dataset for which `m_reading` was started
    QLabel *m_sentence, *m_basis;
};

}  // namespace recscope::ui
