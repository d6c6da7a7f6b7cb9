// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <string>
#include <vector>

#include "core/recommender/list_measurement.h"
#include "ui/compare/compared_line.h"
#include "ui/jobs/async_query.h"

class QComboBox;
class QLabel;
class QToolButton;

namespace recscope::ui {

class CellTable;
class Session;

/// A metric of the compared lines in segments of users (history length, recency, popularity of the target, new items,
/// attributes, cohorts), the worst first.
class SegmentsTable : public QWidget {
    Q_OBJECT
public:
    explicit SegmentsTable(Session& session, QWidget* parent = nullptr);
    void setLines(const std::vector<ComparedLine>& lines, const Scoring& scoring);

private:
    struct Request {
        ScoredLines lines;
        std::string metric;
        LineId worstOf = 0;  ///< the line by which segments are sorted
        bool operator==(const Request&) const = default;
    };
    static SegmentMeans find(JobContext& context, const Request& request);
    void request();
    void fill();

    AsyncQuery<Request, SegmentMeans> m_query;  ///< one side per line, with one metric
    QComboBox *m_metric, *m_worstOf;
    QToolButton* m_copy;
    CellTable* m_table;
    QLabel* m_note;
    std::vector<ComparedLine> m_lines;  ///< those that are scored, without seeds of unfolded lines
    Scoring m_scoring;
};

}  // namespace recscope::ui
