// SPDX-License-Identifier: GPL-3.0-or-later
// The combined results of a plan's runs, in the order of the plan.
#pragma once

#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "core/metrics/difference_verdict.h"
#include "core/metrics/seed_statistics.h"
#include "core/metrics/statistical_method.h"
#include "core/plan/plan.h"
#include "core/plan/study_details.h"
#include "core/store/run_store.h"

namespace recscope {

class Workspace;

/// A metric of one row.
struct StudyCell {
    SeedInterval reached;             ///< mean and interval over users and seeds; `users` is 0 if no run is finished
    std::optional<double> published;  ///< value published in the paper for this dataset and protocol
};

/// One row: a config with all its seeds.
struct StudyRow {
    std::size_t entry = 0;  ///< index in the plan
    std::string title;
    std::vector<KeyValue> values;  ///< values of the swept keys
    std::vector<RunRecord> runs;   ///< runs finished and ranked under the table's protocol, sorted by seed
    std::size_t planned = 0;       ///< number of planned seeds
    std::vector<StudyCell> cells;  ///< in the order of the plan's metrics
    /// The plan's first metric on validation, for each run; empty if a run has no such value.
    std::vector<double> validationPerRun;
    std::optional<double> validation;                 ///< mean of `validationPerRun`
    std::optional<double> seconds, publishedSeconds;  ///< training time: measured mean over the runs, published value
    SeedInterval difference;                          ///< this row minus the reference, paired by user
    double p = 1;                                     ///< p-value of `difference`, Holm-corrected within the table
    /// Of `difference` with the plan's margin; NotCompared: the row is the reference or has no run.
    DifferenceVerdict verdict = DifferenceVerdict::NotCompared;
};

/// One dataset under one protocol. Runs with other protocols, for example with another split, are in separate tables.
struct StudyTable {
    DatasetInfo dataset;
    Protocol protocol;
    /// In the plan's order. In an ablation: first the reference, then the other rows, largest drop of the deciding
    /// metric first.
    std::vector<StudyRow> rows;
    /// Index of the row that the other rows are compared with. For PlanShape::Table it is the best row on validation,
    /// so that the test metrics do not influence the choice; if no row was validated, it is the first row with a run.
    /// For an ablation or a curve it is the plan's first row. Unset while that row has no run.
    std::optional<std::size_t> reference;
    std::optional<std::size_t> best, second;  ///< indices of the two best rows on test; unset if there is no such row
    /// The verdict on the best row against the second best. Both are chosen by test metrics, so p is multiplied by the
    /// number of pairs of rows.
    DifferenceVerdict lead = DifferenceVerdict::NotCompared;
    std::size_t comparisons = 0;               ///< number of comparisons that Holm's correction accounts for
    std::optional<StudyDetails> details = {};  ///< unset until `addDetails`, see study_details.h
};

using RanksOfRow = std::vector<std::vector<UserRank>>;  ///< for each run (seed) of a row, the ranks of its users
SeedRanks seedRanks(const RanksOfRow& ranks);           ///< views of the ranks, valid as long as `ranks` is
/// Chooses a table's reference, compares the other rows with it, and sorts the rows of an ablation. `ranks` is indexed
/// by row; the element of a row without runs is empty.
void compareRows(const Plan& plan, StudyTable& table, const std::vector<RanksOfRow>& ranks);

/// The results of a plan: its tables, and how many of its runs are finished.
struct Study {
    Plan plan;
    std::vector<StudyTable> tables;  ///< ordered by dataset, then by protocol
    std::size_t runsPlanned = 0, runsFinished = 0;
    std::vector<RunRecord> failed;
};

/// Builds the study from stored results, ignoring the runs in `ignoredRuns`; trains and ranks nothing. Throws for the
/// same reasons as `plannedRuns`, and Error(Cancelled) on a stop request.
Study studyOf(Workspace& workspace, const Plan& plan, const std::stop_token& stop = {},
              const std::set<RunId>& ignoredRuns = {});

/// "better", "worse", "no difference that matters" …; empty if nothing was compared.
const char* verdictText(DifferenceVerdict verdict);
/// Whether planned runs of this table are missing, in which case its verdicts may still change.
bool isInterim(const StudyTable& table);
/// Describes a row as one side of a comparison: its number of seeds, and whether its model depends on the seed.
ComparedSide comparedSide(const StudyRow& row);
/// Whether the interval of a row's difference from the reference includes the variation between seeds. Pre: the row was
/// compared.
bool coversSeeds(const StudyTable& table, std::size_t row);
/// A verdict between two rows with its limitations added: "worse" becomes "worse (interim, one seed)".
std::string verdictWithCaveats(const std::string& verdict, const StudyTable& table, std::size_t row, std::size_t other);
/// The verdict of a row against the reference, with its caveats (`verdictWithCaveats`); empty if it was not compared.
std::string verdictWords(const StudyTable& table, std::size_t row);
/// The limitations of the table's verdicts in sentences: missing runs, rows with one seed. Empty if there are none.
std::string verdictCaveats(const StudyTable& table);
/// The name of the candidates, followed by any unusual settings: "full, trained on validation items too".
std::string protocolTitle(const Protocol& protocol);
/// One sentence that states the statistical method of this table in technical terms. Empty if no rows are compared.
std::string methodSentence(const Plan& plan, const StudyTable& table);
/// Sentences that state which rows were compared and how to read the comparison.
std::string comparisonSentence(const Plan& plan, const StudyTable& table);
/// The relative improvement of the best row over the second in the deciding metric, as papers report it: (best -
/// second) / second. Unset without two rows.
std::optional<double> improvement(const StudyTable& table);

}  // namespace recscope
