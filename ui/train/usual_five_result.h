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

/// What the usual five said when the last of them had ended, with Compare one click away: on the page while it is seen,
/// else as a notice. Once for each time they were started.
class UsualFiveResult : public QFrame {
    Q_OBJECT
public:
    explicit UsualFiveResult(Session& session, QWidget* parent = nullptr);

    /// They are in the queue.
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
    std::map<DatasetId, Statement> m_stated;  ///< until it is dismissed
    DatasetId m_read = 0;                     ///< whose answer is waited for
    QLabel *m_sentence, *m_basis;
};

}  // namespace recscope::ui
