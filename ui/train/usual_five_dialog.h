// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <memory>

#include "ui/jobs/async_query.h"
#include "ui/runs/usual_five.h"

class QLabel;
class QPushButton;

namespace recscope::ui {

class CellTable;
class Session;

/// Lists the five models of the built-in plan `usual-five`, with an upper bound of the time that each needs on this
/// machine and dataset. Once they are trained, the dialog shows the verdict of their comparison.
class UsualFiveDialog : public QDialog {
    Q_OBJECT
public:
    UsualFiveDialog(Session& session, const DatasetInfo& dataset, QWidget* parent = nullptr);

signals:
    void started(const recscope::ui::UsualFive& five);  ///< the missing runs have been queued

private:
    UsualFiveRequest request() const;
    void describe();
    void fillTable();
    QString timeText() const;
    void start();

    Session& m_session;
    DatasetInfo m_dataset;
    AsyncQuery<UsualFiveRequest, UsualFive> m_reading;
    AsyncQuery<UsualFiveRequest, std::vector<std::optional<double>>> m_estimating;
    CellTable* m_table;
    QLabel *m_time, *m_verdict;
    QPushButton *m_start, *m_compare;
};

}  // namespace recscope::ui
