// SPDX-License-Identifier: GPL-3.0-or-later
// The combined results of a plan's runs, in the order of the plan.
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
    SeedInterval reached;           ///< over users and seeds; no finished run if `users` is 0
    std::optional<double> printed;  ///< in the paper, for this dataset and protocol
};

/// Compares a row with the table's reference row by the deciding metric.
enum class StudyVerdict {
    NotCompared,    ///< it is the reference, or has no run
    Better,         ///< than the reference: p below 0.05, and by the margin or more
    Worse,          ///< the same in the other direction
    MaybeTooSmall,  ///< p below 0.05, but within the margin, unlike its interval
    DoesNotMatter,  ///< the whole interval lies within the margin
    NotShown,       ///< neither a difference nor its absence
};

/// One row: a config with all its seeds.
struct StudyRow {
    std::size_t entry = 0;  ///< index in the plan
    std::string title;
    std::vector<KeyValue> values;                   ///< values of the swept keys
    std::vector<RunRecord> runs;                    ///< finished and ranked under the table's protocol, by seed
    std::size_t planned = 0;                        ///< number of planned seeds
    std::vector<StudyCell> cells;                   ///< in the order of the plan's metrics
    std::optional<double> validation;               ///< deciding metric, mean over the runs; unset if one lacks it
    std::optional<double> seconds, printedSeconds;  ///< of training: mean over the runs, and in the paper
    SeedInterval difference;                        ///< this row minus the reference, paired by user
    double p = 1;                                   ///< of the difference, Holm-corrected within the table
    StudyVerdict verdict = StudyVerdict::NotCompared;
};

/// One dataset under one protocol. Runs with another split or another training protocol have a table of their own.
struct StudyTable {
    DatasetInfo dataset;
    Protocol protocol;
    std::vector<StudyRow> rows;  ///< as planned; ablation: default, then by loss
    /// The row that the others are compared with. In a table it is the best on validation, so that test has no part in
    /// the choice; if no row was validated, the first one with a run. In an ablation and a curve it is the plan's first
    /// row. Unset while it has no run.
    std::optional<std::size_t> reference;
    std::optional<std::size_t> best, second;  ///< on test; unset if there is none
    /// Compares the best row with the second. Test chose them, so p is multiplied by the number of all pairs of rows.
    StudyVerdict lead = StudyVerdict::NotCompared;
    std::size_t comparisons = 0;  ///< the number that Holm's correction uses
};

using RanksOfRow = std::vector<std::vector<UserRank>>;  ///< by seed
/// Chooses a table's reference, compares the rows with it, and sorts those of an ablation. `ranks` is indexed by row;
/// empty where a row has no runs.
void compareRows(const Plan& plan, StudyTable& table, const std::vector<RanksOfRow>& ranks);

struct Study {
    Plan plan;
    std::vector<StudyTable> tables;  ///< ordered by dataset, then by protocol
    std::size_t runsPlanned = 0, runsFinished = 0;
    std::vector<RunRecord> failed;
};

/// Built from stored results except those of the runs in `without`; trains and ranks nothing. Throws as `plannedRuns`,
/// and Error(Cancelled).
Study studyOf(Workspace& workspace, const Plan& plan, const std::stop_token& stop = {},
              const std::set<RunId>& without = {});

/// "better", "worse", "no difference that matters" …; empty if nothing was compared.
const char* verdictText(StudyVerdict verdict);
/// Whether planned runs of this table are missing, so that its verdicts may change.
bool isInterim(const StudyTable& table);
/// The row as one side of a comparison: its seeds, and whether its model depends on them.
ComparedSide comparedSide(const StudyRow& row);
/// Whether the interval of a row's difference from the reference covers the effect of other seeds. Pre: the row was
/// compared.
bool coversSeeds(const StudyTable& table, std::size_t row);
/// A verdict between two rows with its limitations added: "worse" becomes "worse (interim, one seed)".
std::string qualified(const std::string& verdict, const StudyTable& table, std::size_t row, std::size_t other);
/// The qualified verdict of a row against the reference; empty if it was not compared.
std::string verdictWords(const StudyTable& table, std::size_t row);
/// The limitations of the table's verdicts in sentences: missing runs, rows with one seed. Empty if there are none.
std::string verdictCaveats(const StudyTable& table);
/// "full", followed by whatever is unusual: "full, trained on validation items too".
std::string protocolTitle(const Protocol& protocol);
/// "NDCG@10"
std::string metricTitle(std::string name);
/// The statistical method of this table in one sentence, in the field's terms. Empty if nothing is compared.
std::string methodSentence(const Plan& plan, const StudyTable& table);
/// States in sentences what was compared and how to read it.
std::string comparisonSentence(const Plan& plan, const StudyTable& table);
/// The relative improvement of the best row over the second in the deciding metric, as papers print it: (best - second)
/// / second. Unset without two rows.
std::optional<double> improvement(const StudyTable& table);

}  // namespace recscope
