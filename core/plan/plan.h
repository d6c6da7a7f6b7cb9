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

/// What a paper prints for an entry: metrics by name ("ndcg@10" -> 0.4818), of one dataset and protocol.
struct PrintedResult {
    std::string dataset;        ///< as the paper calls it, e.g. "ML-1M"
    std::string protocol;       ///< "pop100"
    std::vector<KeyValue> set;  ///< of the swept values that it belongs to; empty: of all
    std::map<std::string, double> metrics;
    std::optional<double> seconds;  ///< of training
};

/// A model with its preset and the values its keys take: one run for each combination, dataset and seed; or a run that
/// is there already, weights trained elsewhere among them.
struct PlanEntry {
    std::string model;  ///< of a run that is there: empty, it is the run's
    std::string run;    ///< name of a run that is there and is never trained; empty: the entry is trained
    std::string preset = "quick";
    std::vector<KeyValue> presets;  ///< instead of `preset` on datasets of these names
    std::string label;              ///< of its rows; empty = the model's title
    std::vector<std::pair<std::string, std::vector<std::string>>> values;  ///< keys with the values they take in turn
    /// Keys that move with one of `values`, by that key and for each of its values: an inner width of 4 d.
    std::map<std::string, std::vector<std::vector<KeyValue>>> linked;
    std::vector<PrintedResult> printed;

    const std::string& presetOn(const std::string& dataset) const;
    /// All keys that a row of these swept values sets, linked ones included.
    std::vector<KeyValue> settings(std::span<const KeyValue> swept) const;
};

enum class PlanShape {
    Table,     ///< models against each other, as a paper's table
    Ablation,  ///< each entry against the first one
    Curve,     ///< a metric over the values of one key
};

/// A list of runs written as a grid, with what they are for. Read from JSON; the format is in `planFormat()`.
struct Plan {
    std::string name;    ///< "table-2-sample"
    std::string title;   ///< one line
    std::string source;  ///< the paper's table or figure, and what is not as printed
    /// Title and source as they are written, with "{data}" where the names of the datasets belong; see `planOn`.
    std::string titlePattern, sourcePattern;
    PlanShape shape = PlanShape::Table;
    std::vector<std::string> datasets;
    std::vector<std::string> protocols;  ///< of the candidates: "full", "pop100"
    std::vector<std::string> metrics;    ///< shown, the first one decides
    std::vector<std::uint64_t> seeds;
    double margin = 0;  ///< a difference of the deciding metric that is smaller does not matter in practice
    std::vector<PlanEntry> entries;
};

inline constexpr std::string_view kData = "{data}";      ///< in a plan's title and source: the names of its datasets
inline constexpr std::size_t kMostPlannedRuns = 10'000;  ///< a grid multiplies quickly: more are taken for a mistake

/// Throws Error(Input) with what is wrong and where. Whether keys and presets exist is known with the dataset:
/// `plannedRunsOn`.
Plan planFromJson(const std::string& json);
/// What no single member can know: repeated seeds, values or datasets, what a curve is drawn over, how many runs there
/// are. Throws Error(Input) as `planFromJson` does, which calls it.
void checkPlan(const Plan& plan);
/// What `planFromJson` reads as this plan.
std::string planToJson(const Plan& plan);
/// How a plan is written, for people.
const char* planFormat();

inline constexpr const char* kUsualFive = "usual-five";  ///< the ready plan a newcomer's data is tried with
/// The plans that come with the program, by name.
const std::vector<Plan>& readyPlans();
/// A ready plan's name, or a file. Throws Error(Input) if there is neither, and as `planFromJson`.
Plan findPlan(const std::string& nameOrFile);

/// The plan on other datasets. Name, title and source say which: a report of one's own data is not called "on the
/// sample", and has files of its own. Checked as `planFromJson` does.
Plan planOn(const Plan& plan, const std::vector<std::string>& datasets);
/// What of a text may stand in a plan's name: letters and digits of ASCII, the others as one "-"; may be empty.
std::string nameWord(const std::string& text);

/// One training of a plan.
struct PlannedRun {
    std::size_t entry = 0;  ///< index in the plan
    DatasetId dataset = 0;
    std::string datasetName;
    std::vector<KeyValue> values;  ///< of the swept keys
    RunConfig config;
    std::string existing = {};  ///< name of the run it is, which is never trained; empty: it is the run of its config

    /// What sets it apart within the plan, and what it is called when it is trained: "BERT4Rec · ρ 0.2 · seed 42".
    std::string title(const Plan& plan) const;
};

/// All runs of a plan on this workspace's datasets, in the order they are trained; a config that two entries share
/// stands there for each of them. Names of datasets are those of `areSameData`. Throws Error(Input) for one that is
/// missing, Error(Usage) with the entry's number for a preset, key or value that the model does not have.
std::vector<PlannedRun> plannedRuns(Workspace& workspace, const Plan& plan);

/// The same of one dataset, whatever the plan names. The config of a run that is there is not known here: the default.
std::vector<PlannedRun> plannedRunsOn(const DatasetInfo& dataset, const Plan& plan);

/// Makes the sample if the plan needs it and the workspace has it not.
void ensureSampleFor(Workspace& workspace, const Plan& plan);

/// Whether a paper and the workspace mean the same data: "ML-1M" and "ml-1m".
bool areSameData(const std::string& a, const std::string& b);

/// The row's name: the label or the model's title, then the swept values: "BERT4Rec · ρ 0.2".
std::string rowTitle(const PlanEntry& entry, std::span<const KeyValue> values);
/// A value of a config as short as the papers have it: "N 50", "learning rate 0.001".
std::string shortText(const std::string& model, const KeyValue& value);
/// Gives entries of one title labels that say what sets them apart: preset, and what else they set.
void distinguish(std::vector<PlanEntry>& entries);

}  // namespace recscope
