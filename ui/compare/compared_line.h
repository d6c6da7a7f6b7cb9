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

/// The id of a line: the run's id or, for several runs, the negative of the lowest run id.
using LineId = std::int64_t;

/// One line of the comparison, with everything that was read about its runs. It is a single run, the mean of several
/// seeds of one config, or one of these seeds, shown separately because the line of the mean is unfolded.
struct ComparedLine {
    ComparedRuns runs;  ///< at least one; several are sorted by seed
    QString name;       ///< "BERT4Rec (3 seeds)", "BERT4Rec 2 (seed 43)"
    RunStyle style;
    std::vector<RunStyle> seedStyles;  ///< style of each run when drawn as its own line
    LineId parent = 0;                 ///< the unfolded line that contains this seed; 0 = none

    LineId id() const;
    bool isGroup() const { return runs.size() > 1; }
    bool isSeed() const { return parent != 0; }
    const RunRecord& record() const { return runs.front()->record; }  ///< record of the first seed
    std::vector<RunRecord> records() const;
    /// The evaluations under `scoring`, in the order of `runs`; runs that were not scored under it are left out.
    std::vector<const RankedEvaluation*> evaluations(const Scoring& scoring) const;
    /// The users' ranks in each of `evaluations(scoring)`.
    SeedRanks ranks(const Scoring& scoring) const;
};

/// A request for the metrics and ranks of lines. Two requests are equal if their runs, names and scoring are equal;
/// styles do not matter.
struct ScoredLines {
    std::vector<ComparedLine> lines;
    Scoring scoring;

    bool operator==(const ScoredLines& other) const;
};

/// The lines of the chosen runs. `all`: the lines of every run of the dataset, which determine names and styles. A line
/// is unfolded if `unfolded` contains any of its runs: it is then followed by a separate line for each of its runs.
std::vector<ComparedLine> comparedLines(const ComparedRuns& chosen, const std::vector<RunLine>& all,
                                        const std::set<RunId>& unfolded);
/// The lines without the seeds of unfolded lines.
std::vector<ComparedLine> withoutSeeds(const std::vector<ComparedLine>& lines);
/// A separate line for each seed of the line; the line itself if it has only one run.
std::vector<ComparedLine> seedsOf(const ComparedLine& line);

/// The pair that is compared by default: from each model its line with the best validation score, and of these the best
/// two. With only one model, takes two of its configs; with only one config, two of its seeds. The line that is better
/// on validation comes first. Empty if there are fewer than two runs. Test metrics play no part in the choice.
std::optional<std::pair<ComparedLine, ComparedLine>> defaultPair(const std::vector<ComparedLine>& lines);

/// The rank of a user's held-out item in a line: the median over its seeds.
struct MedianRank {
    std::int32_t user = 0;
    Token target = kPadToken;
    double rank = 0;
};
/// The median ranks of all users for whom every seed has a rank, in user order.
std::vector<MedianRank> medianRanks(const SeedRanks& seeds);

/// True if the seeds' standard deviation is not 0 in the digits that are shown: "± 0.0000" would claim that any other
/// seed reaches the same value.
bool hasSpread(const Spread& spread, std::size_t seeds);
/// "0.0831 ± 0.0021" for several seeds that differ, else a single number; a dash if there is no value.
QString meanText(const Spread& spread, std::size_t seeds);

}  // namespace recscope::ui
