// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <map>
#include <optional>
#include <vector>

#include "core/metrics/window_counts.h"
#include "core/train/trainer.h"
#include "ui/compare/compared_line.h"
#include "ui/compare/verdict.h"
#include "ui/jobs/async_query.h"
#include "ui/widgets/plain_table.h"

class QLabel;
class QPushButton;
class QToolButton;

namespace recscope::ui {

class CellTable;
class PlotView;
class Session;

/// A table of compared lines (each one run, or the seeds of one config) by metrics, under one protocol: mean ± standard
/// deviation for several seeds, 95 % intervals over users for single runs. Below the lines are the references:
/// baselines and upper bounds. A verdict states the result in words.
class MetricsTab : public QWidget {
    Q_OBJECT
public:
    explicit MetricsTab(Session& session, QWidget* parent = nullptr);
    void setLines(const std::vector<ComparedLine>& lines, const std::vector<Reference>& references,
                  const Scoring& scoring);
    /// Disables the Score button while runs are being scored (`inProgress`).
    void showScoringInProgress(bool inProgress);

signals:
    void scoreRequested(const std::vector<recscope::RunId>& runs);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Row {
        std::vector<QString> cells;                 ///< texts of all columns after the name
        std::vector<std::optional<double>> values;  ///< indexed by metric; empty = unknown
        std::vector<PlainMean> exact;               ///< the same values with their interval or standard deviation
        QString toolTip;
        bool muted = false;
    };
    /// Results that need the ranks of all users.
    struct Findings {
        Verdict verdict;
        /// For lines with several seeds: the interval of each metric over users and seeds.
        std::map<LineId, std::vector<SeedInterval>> means;
        std::optional<WindowCounts> window;  ///< only under a split by time window
    };
    void layOut();
    Row rowOf(const ComparedLine& line);
    Row missingRow(const ComparedLine& line);
    Row referenceRow(const Reference& reference) const;
    void addRow(const QString& name, const QIcon& icon, const Row& row, const std::vector<bool>& isBest = {});
    void fill();
    void showFindings();
    void showMeans(int row, const std::vector<SeedInterval>& means);
    void setExactValues();
    QString betterReference() const;
    /// Indexed by line and metric: true where the line has the best value.
    std::vector<std::vector<bool>> bestCells() const;
    void fillCurves();
    void describeScoreButton();
    void fitTable();

    Session& m_session;
    AsyncQuery<ScoredLines, Findings> m_findings;
    QLabel *m_verdict, *m_basis, *m_note;
    QPushButton* m_score;
    QToolButton* m_copy;
    CellTable* m_table;
    PlotView *m_hrPlot, *m_ndcgPlot;
    std::vector<ComparedLine> m_lines;
    std::vector<Reference> m_references;
    Scoring m_scoring;
    std::vector<Row> m_rows;         ///< rows of the lines, then rows of the references
    std::vector<RunId> m_missing;    ///< runs that are not scored under `m_scoring`, but can be
    std::vector<LineId> m_shown;     ///< ids of the lines that the plots contain, in their order
    bool m_isScoring = false;        ///< true while runs are being scored
    bool m_withoutInterval = false;  ///< true if the values of a single run are shown without intervals
};

}  // namespace recscope::ui
