// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "core/train/trainer.h"
#include "ui/compare/compared_run.h"

class QLabel;
class QPushButton;
class QStandardItemModel;

namespace recscope::ui {

class PlotView;
class Session;
class TableView;

/// Run by metric with 95 % intervals under one protocol, the references below, and the verdict in words.
class MetricsTab : public QWidget {
    Q_OBJECT
public:
    explicit MetricsTab(Session& session, QWidget* parent = nullptr);
    void setRuns(const std::vector<ComparedRun>& runs, const std::vector<Reference>& references,
                 const Scoring& scoring);
    /// Runs that are being scored now: their button waits.
    void setScoring(bool underWay);

signals:
    void scoreWanted(const std::vector<recscope::RunId>& runs);

private:
    void addRow(const QString& name, const QIcon& icon, const std::vector<QString>& cells, const QString& toolTip,
                bool muted);
    void markBest(int runRows);
    void fillCurves(const std::vector<ComparedRun>& runs, const Scoring& scoring);

    Session& m_session;
    QLabel *m_verdict, *m_basis, *m_note;
    QPushButton* m_score;
    TableView* m_table;
    PlotView *m_hits, *m_gains;
    QStandardItemModel* m_model;
    std::vector<RunId> m_missing, m_shown;
    bool m_underWay = false;
};

}  // namespace recscope::ui
