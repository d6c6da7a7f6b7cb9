// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/config/run_config.h"
#include "core/sequence/dataset.h"

namespace recscope {

class Workspace;

using KeyValue = std::pair<std::string, std::string>;  ///< a config key and its value as text

/// The result that a paper publishes for an entry on one dataset under one protocol: metrics by name ("ndcg@10" ->
/// 0.4818).
struct PublishedResult {
    std::string dataset;        ///< the paper's name for the dataset, e.g. "ML-1M"
    std::string protocol;       ///< candidate protocol, e.g. "pop100"
    std::vector<KeyValue> set;  ///< swept values that the result applies to; empty: all values
    std::map<std::string, double> metrics;
    std::optional<double> seconds;  ///< training time
};

/// One entry of a plan. It is one of two things:
/// - a model with a preset and values of config keys. A key with several values is swept: the entry stands for one run
///   per combination of values, dataset and seed;
/// - an existing run, whose weights may have been trained elsewhere.
struct PlanEntry {
    std::string model;  ///< name of the model; empty for an existing run, whose record names it
    std::string run;    ///< name of an existing run, which the plan never trains; empty: the plan trains the entry
    std::string preset = "quick";
    std::vector<KeyValue> presets;  ///< pairs of a dataset name and the preset that replaces `preset` for it
    std::string label;              ///< title of the entry's rows; empty: the model's title
    std::vector<std::pair<std::string, std::vector<std::string>>> values;  ///< config keys, each with its values
    /// Keys that change together with a swept key, for example an inner width that is always four times the swept model
    /// width. Maps the swept key to one list of settings for each of its values.
    std::map<std::string, std::vector<std::vector<KeyValue>>> linked;
    std::vector<PublishedResult> published;

    const std::string& presetOn(const std::string& dataset) const;
    /// All keys and values that this entry sets in its runs with these swept values, including the linked keys.
    std::vector<KeyValue> settings(std::span<const KeyValue> swept) const;
};

enum class PlanShape {
    Table,     ///< compares models, like a table of a paper
    Ablation,  ///< compares each entry with the first one
    Curve,     ///< plots a metric over the values of one key
};

/// A grid of runs and its purpose. Read from JSON; `planFormat()` describes the format.
struct Plan {
    std::string name;    ///< "table-2-sample"
    std::string title;   ///< one line
    std::string source;  ///< the table or figure of a paper that the plan repeats, and how the plan differs
    /// `title` and `source` before the placeholder "{data}" is replaced by the names of the datasets; see `planOn`.
    std::string titlePattern, sourcePattern;
    PlanShape shape = PlanShape::Table;
    std::vector<std::string> datasets;
    std::vector<std::string> protocols;  ///< candidate protocols: "full", "pop100"
    std::vector<std::string> metrics;    ///< the first one is the deciding metric, by which rows are compared
    std::vector<std::uint64_t> seeds;
    /// Smallest difference of the deciding metric that matters in practice, in units of the metric (for example 0.005).
    double margin = 0;
    std::vector<PlanEntry> entries;
};

/// Placeholder in titles and sources for the dataset names.
inline constexpr std::string_view kDatasetPlaceholder = "{data}";
inline constexpr std::size_t kMaxPlannedRuns = 10'000;  ///< a plan with more runs is rejected as a mistake

/// Reads a plan from JSON. Throws an Error(Input) that states the fault and its place in the plan. Keys and presets are
/// checked later, by `plannedRunsOn`, when the dataset is known.
Plan planFromJson(const std::string& json);
/// Checks the constraints that involve several members: no repeated seeds, values or datasets, a valid key for the x
/// axis of a curve, and not too many runs. Throws Error(Input). Called by `planFromJson`.
void checkPlan(const Plan& plan);
/// JSON from which `planFromJson` restores this plan.
std::string planToJson(const Plan& plan);
/// A readable description of the JSON format of plans.
const char* planFormat();

inline constexpr const char* kUsualFive = "usual-five";  ///< name of the built-in plan suggested for new data
/// The built-in plans, sorted by file name.
const std::vector<Plan>& builtInPlans();
/// Finds a built-in plan by name, or else reads a plan from the file of that name. Throws Error(Input) if neither
/// exists. Also throws for the same reasons as `planFromJson`.
Plan findPlan(const std::string& nameOrFile);

/// A copy of the plan for other datasets. Its name, title and source state these datasets, so that a report on the
/// user's own data is not titled "on the sample" and is written to separate files. Runs the same checks as
/// `planFromJson`.
Plan planOn(const Plan& plan, const std::vector<std::string>& datasets);
/// Converts a string to a part of a plan's name: keeps ASCII letters, in lower case, and digits, and replaces each
/// sequence of other characters by one "-". The result may be empty.
std::string nameSlug(const std::string& text);

/// One run of a plan, to be trained or existing.
struct PlannedRun {
    std::size_t entry = 0;  ///< index in the plan
    DatasetId dataset = 0;
    std::string datasetName;
    std::vector<KeyValue> values;  ///< values of the swept keys
    RunConfig config;
    std::string existing = {};  ///< name of an existing run, never trained; empty: find or train a run by config

    /// A title that distinguishes the run within the plan and becomes its name when it is trained: "BERT4Rec · ρ 0.2 ·
    /// seed 42".
    std::string title(const Plan& plan) const;
};

/// All runs of a plan on this workspace's datasets, in training order. If two entries have the same config, the list
/// contains its runs twice. Dataset names are matched by `namesSameDataset`. Throws Error(Input) for a missing dataset,
/// and Error(Usage) with the entry's number for a preset, key or value that the model does not have.
std::vector<PlannedRun> plannedRuns(Workspace& workspace, const Plan& plan);

/// Like `plannedRuns`, but for the given dataset, regardless of the datasets that the plan names. Existing runs get the
/// default config, since their config is unknown without the workspace.
std::vector<PlannedRun> plannedRunsOn(const DatasetInfo& dataset, const Plan& plan);

/// Creates the sample dataset if the plan needs it and the workspace lacks it.
void ensureSampleFor(Workspace& workspace, const Plan& plan);

/// Whether two spellings name the same dataset, as "ML-1M" and "ml-1m" do.
bool namesSameDataset(const std::string& a, const std::string& b);

/// The title of a row: the entry's label, or else the name of its existing run or the model's title, followed by the
/// swept values: "BERT4Rec · ρ 0.2".
std::string rowTitle(const PlanEntry& entry, std::span<const KeyValue> values);
/// A config value in the short form of papers: "N 50", "learning rate 0.001".
std::string shortText(const std::string& model, const KeyValue& value);
/// Gives entries with equal titles different labels, which state the preset and the other settings of each entry.
void makeLabelsUnique(std::vector<PlanEntry>& entries);

}  // namespace recscope
