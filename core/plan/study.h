// SPDX-License-Identifier: GPL-3.0-or-later
// What the runs of a plan say together, in the order of the plan.
#pragma once

#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "core/metrics/seed_statistics.h"
#include "core/metrics/statistical_method.h"
#include "core/plan/plan.h"
#include "core/store/run_store.h"

namespace recscope {

class Workspace;

/// A metric of one row.
struct StudyCell {
    SeedInterval reached;           ///< over users and seeds; `users` 0: no finished run
    std::optional<double> printed;  ///< by the paper, for this dataset and protocol
};

/// Of a row against the table's reference row, by the deciding metric.
enum class StudyVerdict {
    NotCompared,    ///< it is the reference, or has no run
    Better,         ///< than the reference: p below 0.05, and by the margin or more
    Worse,          ///< the same below it
    MaybeTooSmall,  ///< p below 0.05, but less than the margin, which the interval reaches beyond
    DoesNotMatter,  ///< the whole interval lies within the margin
    NotShown,       ///< neither a difference nor its absence
};

/// One line: a config over its seeds.
struct StudyRow {
    std::size_t entry = 0;  ///< in the plan
    std::string title;
    std::vector<KeyValue> values;                   ///< of the swept keys
    std::vector<RunRecord> runs;                    ///< finished and ranked under the table's protocol, by seed
    std::size_t planned = 0;                        ///< seeds
    std::vector<StudyCell> cells;                   ///< in the order of the plan's metrics
    std::optional<double> validation;               ///< the deciding metric, mean over the runs; if all have it
    std::optional<double> seconds, printedSeconds;  ///< of training: mean over the runs, and by the paper
    SeedInterval difference;                        ///< this row minus the reference, paired by user
    double p = 1;                                   ///< of the difference, by Holm over the table's comparisons
    StudyVerdict verdict = StudyVerdict::NotCompared;
};

/// One dataset under one protocol. Runs that were split or taught otherwise have a table of their own.
struct StudyTable {
    DatasetInfo dataset;
    Protocol protocol;
    std::vector<StudyRow> rows;  ///< as planned; of an ablation the default, then the others, what costs most first
    /// What the others are compared with. Of a table the row that is best on validation, so that test has no part in
    /// the choice; where no row was validated the first one with a run. Of an ablation and a curve the plan's first
    /// row. Nothing while it has no run.
    std::optional<std::size_t> reference;
    std::optional<std::size_t> best, second;  ///< on test; nothing where there is none
    /// Of the best against the second. Test chose them, so p is multiplied by the number of all pairs of rows.
    StudyVerdict lead = StudyVerdict::NotCompared;
    std::size_t comparisons = 0;  ///< that Holm's correction counts
};

using RanksOfRow = std::vector<std::vector<UserRank>>;  ///< by seed
/// Chooses a table's reference, compares the rows with it, and sorts those of an ablation. `ranks` by row; empty where
/// a row has no runs.
void compareRows(const Plan& plan, StudyTable& table, const std::vector<RanksOfRow>& ranks);

struct Study {
    Plan plan;
    std::vector<StudyTable> tables;  ///< dataset by dataset, and for each protocol by protocol
    std::size_t runsPlanned = 0, runsFinished = 0;
    std::vector<RunRecord> failed;
};

/// From what is stored but the runs of `without`; trains and ranks nothing. Throws as `plannedRuns`, and
/// Error(Cancelled).
Study studyOf(Workspace& workspace, const Plan& plan, const std::stop_token& stop = {},
              const std::set<RunId>& without = {});

/// "better", "worse", "no difference that matters" …; empty where nothing was compared.
const char* verdictText(StudyVerdict verdict);
/// Whether planned runs of this table are missing, so that its verdicts may change.
bool isInterim(const StudyTable& table);
/// The row as a side of a comparison: its seeds, and whether its model depends on them.
ComparedSide comparedSide(const StudyRow& row);
/// Whether the interval of a row's difference from the reference covers the effect of other seeds. Pre: the row was
/// compared.
bool coversSeeds(const StudyTable& table, std::size_t row);
/// A verdict between two rows with what it does not cover: "worse (interim, one seed)" from "worse".
std::string qualified(const std::string& verdict, const StudyTable& table, std::size_t row, std::size_t other);
/// The verdict of a row against the reference, qualified; empty where it was not compared.
std::string verdictWords(const StudyTable& table, std::size_t row);
/// What all verdicts of the table do not cover, in sentences: missing runs, rows of one seed. Empty where nothing is.
std::string verdictCaveats(const StudyTable& table);
/// "full"; with what sets it apart where that is unusual: "full, trained on validation items too".
std::string protocolTitle(const Protocol& protocol);
/// "NDCG@10"
std::string metricTitle(std::string name);
/// The statistical method of this table in one sentence, in the field's terms. Empty where nothing is compared.
std::string methodSentence(const Plan& plan, const StudyTable& table);
/// What was compared with what, and how to read it, in sentences.
std::string comparisonSentence(const Plan& plan, const StudyTable& table);
/// The best row above the second by the deciding metric, as papers print it: (best - second) / second. Nothing without
/// two rows.
std::optional<double> improvement(const StudyTable& table);

}  // namespace recscope
