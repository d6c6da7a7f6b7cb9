// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <string>
#include <vector>

#include "core/metrics/metric_verdicts.h"
#include "ui/compare/compared_line.h"
#include "ui/jobs/async_query.h"

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QToolButton;

namespace recscope::ui {

class CellTable;
class PairBar;
class Session;

/// Compares a pair of lines in several metrics at once: which differences matter, by a margin that the person sets and
/// with one correction for all of them, in words and as a table; and how many users a difference would need.
class VerdictTab : public QWidget {
    Q_OBJECT
public:
    explicit VerdictTab(Session& session, QWidget* parent = nullptr);
    void setLines(const std::vector<ComparedLine>& lines, const Scoring& scoring);
    PairBar* pair() const { return m_pair; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Request {
        ScoredLines pair;
        std::vector<std::string> metrics;
        double margin = 0;  ///< 0…1, share of B's mean
        bool operator==(const Request&) const = default;
    };
    struct Found {
        MetricComparison comparison;
        std::vector<Segment> segments;  ///< those by history length
        std::vector<std::string> sentences;
    };
    static Found compare(JobContext& context, const Request& request);
    void layOut();
    std::vector<std::string> chosenMetrics() const;
    void request();
    void fill();
    void fillTable(const Found& found);
    void showSampleSize();

    AsyncQuery<Request, Found> m_query;
    PairBar* m_pair;
    QDoubleSpinBox *m_margin, *m_toFind;
    QComboBox* m_sizeMetric;  ///< the metric of the sample size
    QToolButton *m_metrics, *m_copy;
    QLabel *m_sentences, *m_size, *m_note;
    CellTable* m_table;
    Scoring m_scoring;
};

}  // namespace recscope::ui
