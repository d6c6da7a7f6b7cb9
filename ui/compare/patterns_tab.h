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

/// Which of a sample's planted planted patterns each compared run serves: HR@10 and NDCG@10 by what caused the held-out
/// item, beside the expected best. Data whose causes nobody knows has none: there the page hides the tab.
class PatternsTab : public QWidget {
    Q_OBJECT
public:
    explicit PatternsTab(Session& session, QWidget* parent = nullptr);
    void setLines(const std::vector<ComparedLine>& lines, Split split);

private:
    struct BoardsOf {
        std::vector<RunId> runs;
        std::vector<std::int64_t> bestEpochs;  ///< other weights are asked anew
        Split split = Split::Test;
        bool operator==(const BoardsOf&) const = default;
    };
    void fill();

    Session& m_session;
    AsyncQuery<BoardsOf, std::vector<PatternTable>> m_query;
    std::vector<ComparedLine> m_lines;  ///< one run each
    QLabel* m_note;
    CellTable* m_table;
};

}  // namespace recscope::ui
