// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "core/metrics/seed_statistics.h"
#include "ui/compare/compared_run.h"
#include "ui/compare/run_lines.h"

namespace recscope::ui {

/// The run's id, or minus the lowest id of several.
using LineId = std::int64_t;

/// One line of the comparison with everything read of its runs: a run, several seeds of one config as their mean, or
/// one seed of such a line that is unfolded.
struct ComparedLine {
    ComparedRuns runs;  ///< at least one; several by seed
    QString name;       ///< "BERT4Rec (3 seeds)", "BERT4Rec 2 (seed 43)"
    RunStyle style;
    std::vector<RunStyle> seedStyles;  ///< of each run as a line of its own beside this one
    LineId parent = 0;                 ///< the line that this run is a seed of; 0 = it stands for itself

    LineId id() const;
    bool isGroup() const { return runs.size() > 1; }
    bool isSeed() const { return parent != 0; }
    const RunRecord& record() const { return runs.front()->record; }  ///< of the first seed
    std::vector<RunRecord> records() const;
    /// Of the runs that were scored so, in their order.
    std::vector<const RankedEvaluation*> evaluations(const Scoring& scoring) const;
    SeedRanks ranks(const Scoring& scoring) const;
};

/// What the numbers of lines are worked out of: the same as long as the runs, their names and the scoring are; looks
/// change none.
struct ScoredLines {
    std::vector<ComparedLine> lines;
    Scoring scoring;

    bool operator==(const ScoredLines& other) const;
};

/// The lines of the chosen runs. `all` are the lines of every run of the dataset: they know the names. The runs of a
/// line that `unfolded` names (by any of its runs) follow it as lines of their own.
std::vector<ComparedLine> comparedLines(const ComparedRuns& chosen, const std::vector<RunLine>& all,
                                        const std::set<RunId>& unfolded);
/// Without the seeds of unfolded lines: what stands for itself.
std::vector<ComparedLine> withoutSeeds(const std::vector<ComparedLine>& lines);
/// Its seeds as lines of their own; the line itself if it is one run.
std::vector<ComparedLine> seedsOf(const ComparedLine& line);

/// What is set against each other if nobody chose: of each model the line with the best validation, of these the best
/// two; two configs of one model where there is only one, two seeds of one config where there is nothing else. The
/// better one on validation comes first; nothing if there are fewer than two runs. Test decides nothing here.
std::optional<std::pair<ComparedLine, ComparedLine>> defaultPair(const std::vector<ComparedLine>& lines);

/// Where a user's held-out item ranks in a line: the median over its seeds.
struct MedianRank {
    std::int32_t user = 0;
    Token target = kPadToken;
    double rank = 0;
};
/// Of the users that all lists hold, in user order.
std::vector<MedianRank> medianRanks(const SeedRanks& seeds);

/// Whether seeds differ in what is seen of their values: "± 0.0000" would say that others reach the same.
bool hasSpread(const Spread& spread, std::size_t seeds);
/// "0.0831 ± 0.0021" for several that differ, one number for all others; a dash where there is none.
QString meanText(const Spread& spread, std::size_t seeds);

}  // namespace recscope::ui
