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

/// The run's id; for several runs, minus the lowest id.
using LineId = std::int64_t;

/// One line of the comparison with everything that was read of its runs: a run, several seeds of one config as their
/// mean, or one seed of such a line after unfolding.
struct ComparedLine {
    ComparedRuns runs;  ///< at least one; several by seed
    QString name;       ///< "BERT4Rec (3 seeds)", "BERT4Rec 2 (seed 43)"
    RunStyle style;
    std::vector<RunStyle> seedStyles;  ///< of each run when drawn as its own line
    LineId parent = 0;                 ///< the line that this run is a seed of; 0 = none

    LineId id() const;
    bool isGroup() const { return runs.size() > 1; }
    bool isSeed() const { return parent != 0; }
    const RunRecord& record() const { return runs.front()->record; }  ///< of the first seed
    std::vector<RunRecord> records() const;
    /// The evaluations of the runs that were scored under `scoring`, in their order.
    std::vector<const RankedEvaluation*> evaluations(const Scoring& scoring) const;
    SeedRanks ranks(const Scoring& scoring) const;
};

/// Input of the numbers of lines. Equal if the runs, their names and the scoring are; styles do not matter.
struct ScoredLines {
    std::vector<ComparedLine> lines;
    Scoring scoring;

    bool operator==(const ScoredLines& other) const;
};

/// The lines of the chosen runs. `all`: the lines of every run of the dataset, which give the names. The runs of a line
/// that `unfolded` names (by any of its runs) follow it as lines of their own.
std::vector<ComparedLine> comparedLines(const ComparedRuns& chosen, const std::vector<RunLine>& all,
                                        const std::set<RunId>& unfolded);
/// The lines without the seeds of unfolded lines.
std::vector<ComparedLine> withoutSeeds(const std::vector<ComparedLine>& lines);
/// The seeds of the line as lines of their own; the line itself if it is one run.
std::vector<ComparedLine> seedsOf(const ComparedLine& line);

/// The pair that is compared by default: of each model the line with the best validation, and of these the best two;
/// with one model, two of its configs; with one config, two of its seeds. The better one on validation comes first;
/// empty if there are fewer than two runs. Test metrics have no influence.
std::optional<std::pair<ComparedLine, ComparedLine>> defaultPair(const std::vector<ComparedLine>& lines);

/// The rank of a user's held-out item in a line: the median over its seeds.
struct MedianRank {
    std::int32_t user = 0;
    Token target = kPadToken;
    double rank = 0;
};
/// Of the users that are in the list of every seed, in user order.
std::vector<MedianRank> medianRanks(const SeedRanks& seeds);

/// Whether the seeds differ in the digits shown: "± 0.0000" would claim that other seeds reach the same value.
bool hasSpread(const Spread& spread, std::size_t seeds);
/// "0.0831 ± 0.0021" for several seeds that differ, else one number; a dash if there is none.
QString meanText(const Spread& spread, std::size_t seeds);

}  // namespace recscope::ui
