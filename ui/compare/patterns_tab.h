// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "core/explain/scores/pattern_table.h"
#include "ui/compare/compared_line.h"
#include "ui/jobs/async_query.h"

class QLabel;

namespace recscope::ui {

class CellTable;
class Session;

/// Shows which planted patterns of a sample dataset each compared run has learned: HR@10 and NDCG@10 by the cause of
/// the held-out item, beside the best value that can be expected. The page hides the tab for data whose causes are
/// unknown.
class PatternsTab : public QWidget {
    Q_OBJECT
public:
    explicit PatternsTab(Session& session, QWidget* parent = nullptr);
    void setLines(const std::vector<ComparedLine>& lines, Split split);

private:
    struct PatternTablesRequest {
        std::vector<RunId> runs;
        std::vector<std::int64_t> bestEpochs;  ///< part of the request, so that new best weights start a new query
        Split split = Split::Test;
        bool operator==(const PatternTablesRequest&) const = default;
    };
    void fill();

    Session& m_session;
    AsyncQuery<PatternTablesRequest, std::vector<PatternTable>> m_query;
    std::vector<ComparedLine> m_lines;  ///< each line is one run
    QLabel* m_note;
    CellTable* m_table;
};

}  // namespace recscope::ui
