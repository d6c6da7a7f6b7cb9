// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "core/train/trainer.h"
#include "ui/compare/compared_line.h"

class QLabel;
class QPushButton;
class QToolButton;
class QStandardItemModel;

namespace recscope::ui {

class PlotView;
class Session;
class TableView;

/// Line by metric under one protocol: several seeds as mean ± standard deviation, single runs with 95 % intervals over
/// users; the references below, and the verdict in words.
class MetricsTab : public QWidget {
    Q_OBJECT
public:
    explicit MetricsTab(Session& session, QWidget* parent = nullptr);
    void setLines(const std::vector<ComparedLine>& lines, const std::vector<Reference>& references,
                  const Scoring& scoring);
    /// Runs that are being scored now: their button waits.
    void setScoring(bool underWay);

signals:
    void scoreWanted(const std::vector<recscope::RunId>& runs);

private:
    struct Row {
        std::vector<QString> cells;
        QString toolTip;
        bool muted = false;
    };
    Row rowOf(const ComparedLine& line, const Scoring& scoring);
    Row missingRow(const ComparedLine& line, const Scoring& scoring);
    void addRow(const QString& name, const QIcon& icon, const Row& row);
    std::optional<double> valueAt(int row, int column) const;
    QString betterReference(const std::vector<ComparedLine>& lines, const std::vector<Reference>& references) const;
    void markBest(const std::vector<ComparedLine>& lines);
    void fillCurves(const std::vector<ComparedLine>& lines, const Scoring& scoring);
    void describeScoring();

    Session& m_session;
    QLabel *m_verdict, *m_basis, *m_note;
    QPushButton* m_score;
    QToolButton* m_copy;
    TableView* m_table;
    PlotView *m_hits, *m_gains;
    QStandardItemModel* m_model;
    std::vector<RunId> m_missing;
    std::vector<LineId> m_shown;
    QString m_split;
    bool m_underWay = false, m_withoutInterval = false;
};

}  // namespace recscope::ui
