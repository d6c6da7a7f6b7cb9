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

/// What a paper prints for an entry on one dataset under one protocol: metrics by name ("ndcg@10" -> 0.4818).
struct PrintedResult {
    std::string dataset;        ///< as the paper calls it, e.g. "ML-1M"
    std::string protocol;       ///< "pop100"
    std::vector<KeyValue> set;  ///< the swept values it is for; empty: for all
    std::map<std::string, double> metrics;
    std::optional<double> seconds;  ///< training time
};

/// A model with its preset and the values its keys take, which gives one run for each combination, dataset and seed; or
/// an existing run, possibly one whose weights were trained elsewhere.
struct PlanEntry {
    std::string model;  ///< empty for an existing run, which has its own
    std::string run;    ///< name of an existing run, which is never trained; empty: the entry is trained
    std::string preset = "quick";
    std::vector<KeyValue> presets;  ///< dataset name -> preset that replaces `preset` there
    std::string label;              ///< label of its rows; empty: the model's title
    std::vector<std::pair<std::string, std::vector<std::string>>> values;  ///< swept keys with their values
    /// Keys that change together with a key of `values`, by that key and for each of its values: for example an inner
    /// width of 4 d.
    std::map<std::string, std::vector<std::vector<KeyValue>>> linked;
    std::vector<PrintedResult> printed;

    const std::string& presetOn(const std::string& dataset) const;
    /// All keys set by the row with these swept values, including the linked ones.
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
    std::string source;  ///< the paper's table or figure, and deviations from it
    /// Title and source with the placeholder "{data}" for the names of the datasets; see `planOn`.
    std::string titlePattern, sourcePattern;
    PlanShape shape = PlanShape::Table;
    std::vector<std::string> datasets;
    std::vector<std::string> protocols;  ///< candidate protocols: "full", "pop100"
    std::vector<std::string> metrics;    ///< the first one is the deciding metric
    std::vector<std::uint64_t> seeds;
    double margin = 0;  ///< smallest difference of the deciding metric that matters in practice
    std::vector<PlanEntry> entries;
};

inline constexpr std::string_view kData = "{data}";      ///< placeholder in titles and sources for the dataset names
inline constexpr std::size_t kMostPlannedRuns = 10'000;  ///< a larger grid is taken for a mistake

/// Throws Error(Input), which names the fault and its place. Keys and presets are checked once the dataset is known:
/// `plannedRunsOn`.
Plan planFromJson(const std::string& json);
/// Checks what concerns several members: repeated seeds, values or datasets, the key a curve is drawn over, and the
/// number of runs. Throws Error(Input). `planFromJson` calls it.
void checkPlan(const Plan& plan);
/// JSON from which `planFromJson` restores this plan.
std::string planToJson(const Plan& plan);
/// A description of the plan format for people.
const char* planFormat();

inline constexpr const char* kUsualFive = "usual-five";  ///< the ready plan suggested for new data
/// The plans that come with the program, by name.
const std::vector<Plan>& readyPlans();
/// Finds a ready plan by name, or reads a file. Throws Error(Input) if neither exists, and as `planFromJson`.
Plan findPlan(const std::string& nameOrFile);

/// The plan on other datasets. Name, title and source state them, so that a report on the user's own data is not titled
/// "on the sample" and has files of its own. Checked as `planFromJson` does.
Plan planOn(const Plan& plan, const std::vector<std::string>& datasets);
/// The text as a part of a plan's name: keeps ASCII letters and digits and replaces each run of others by one "-"; may
/// be empty.
std::string nameWord(const std::string& text);

/// One training of a plan.
struct PlannedRun {
    std::size_t entry = 0;  ///< index in the plan
    DatasetId dataset = 0;
    std::string datasetName;
    std::vector<KeyValue> values;  ///< values of the swept keys
    RunConfig config;
    std::string existing = {};  ///< name of an existing run, which is never trained; empty: identified by its config

    /// What distinguishes the run within the plan, and its name once it is trained: "BERT4Rec · ρ 0.2 · seed 42".
    std::string title(const Plan& plan) const;
};

/// All runs of a plan on this workspace's datasets, in training order; a config that two entries share is listed for
/// each of them. Dataset names are matched by `areSameData`. Throws Error(Input) for a missing dataset, and
/// Error(Usage) with the entry's number for a preset, key or value that the model does not have.
std::vector<PlannedRun> plannedRuns(Workspace& workspace, const Plan& plan);

/// The same for one dataset, whatever datasets the plan names. The config of an existing run is not known here and is
/// the default.
std::vector<PlannedRun> plannedRunsOn(const DatasetInfo& dataset, const Plan& plan);

/// Creates the sample dataset if the plan needs it and the workspace lacks it.
void ensureSampleFor(Workspace& workspace, const Plan& plan);

/// Whether two spellings name the same dataset: "ML-1M" and "ml-1m".
bool areSameData(const std::string& a, const std::string& b);

/// The row's title, the label or the model's title followed by the swept values: "BERT4Rec · ρ 0.2".
std::string rowTitle(const PlanEntry& entry, std::span<const KeyValue> values);
/// A config value in the short form of papers: "N 50", "learning rate 0.001".
std::string shortText(const std::string& model, const KeyValue& value);
/// Gives entries with equal titles labels that distinguish them: the preset and whatever else they set.
void distinguish(std::vector<PlanEntry>& entries);

}  // namespace recscope
