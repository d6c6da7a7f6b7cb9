// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/data/sample_shop.h"
#include "core/recommender/registry.h"
#include "core/store/dataset_store.h"
#include "core/store/run_store.h"
#include "core/store/workspace.h"
#include "core/util/error.h"
#include "core/util/progress.h"
#include "core/util/sha256.h"
#include "core/util/translated.h"

namespace recscope {

/// The files of resources/plans, embedded at build time, as (file name, text) pairs sorted by name.
std::vector<std::pair<std::string, std::string>> planFiles();

namespace {

/// Every combination of the values; the last key changes fastest.
std::vector<std::vector<KeyValue>> combinationsOf(const PlanEntry& entry) {
    std::vector<std::vector<KeyValue>> combinations{{}};
    for (const auto& [key, values] : entry.values) {
        std::vector<std::vector<KeyValue>> longer;
        for (const auto& combination : combinations) {
            for (const std::string& value : values) {
                longer.push_back(combination);
                longer.back().emplace_back(key, value);
            }
        }
        combinations = std::move(longer);
    }
    return combinations;
}

/// The part of the combination whose keys have several values in this entry.
std::vector<KeyValue> sweptOf(const PlanEntry& entry, const std::vector<KeyValue>& combination) {
    std::vector<KeyValue> swept;
    for (std::size_t key = 0; key < combination.size(); ++key)
        if (entry.values[key].second.size() > 1) swept.push_back(combination[key]);
    return swept;
}

/// A dataset name reduced for comparison: keeps ASCII letters (in lower case), digits and all non-ASCII characters. The
/// latter are kept so that different names in other scripts stay different.
std::string bareName(const std::string& name) {
    std::string bare;
    for (const char letter : name) {
        const auto byte = static_cast<unsigned char>(letter);
        if (byte >= 0x80)
            bare += letter;
        else if (std::isalnum(byte))
            bare += static_cast<char>(std::tolower(byte));
    }
    return bare.empty() ? name : bare;
}

/// Adds the runs of one entry on this dataset: one for each combination of values and each seed.
void addRunsOf(const Plan& plan, std::size_t entry, const DatasetInfo& dataset, std::vector<PlannedRun>& runs) {
    const PlanEntry& planEntry = plan.entries[entry];
    if (!planEntry.run.empty()) {
        runs.push_back({.entry = entry,
                        .dataset = dataset.id,
                        .datasetName = dataset.name,
                        .values = {},
                        .config = defaultConfig(modelInfos().front().name),
                        .existing = planEntry.run});
        return;
    }
    const RunConfig preset = presetFor(planEntry.model, planEntry.presetOn(dataset.name), dataset).config;
    for (const auto& combination : combinationsOf(planEntry)) {
        PlannedRun run{.entry = entry,
                       .dataset = dataset.id,
                       .datasetName = dataset.name,
                       .values = sweptOf(planEntry, combination),
                       .config = preset};
        for (const auto& [key, value] : planEntry.settings(combination)) setConfigValue(run.config, key, value);
        checkConfig(run.config);
        if (!hasConfigKey(run.config, "seed")) {  // a counting model has no seed
            runs.push_back(std::move(run));
            continue;
        }
        for (const std::uint64_t seed : plan.seeds) {
            setConfigValue(run.config, "seed", std::to_string(seed));
            runs.push_back(run);
        }
    }
}

/// The dataset with exactly this name, or else the only dataset whose name is another spelling of it
/// (`namesSameDataset`).
DatasetInfo datasetNamed(Workspace& workspace, const std::string& name) {
    const DatasetStore store(workspace);
    std::vector<DatasetInfo> same;
    for (DatasetInfo& info : store.list()) {
        if (info.name == name) return info;
        if (namesSameDataset(info.name, name)) same.push_back(std::move(info));
    }
    if (same.size() > 1)
        throw Error(ErrorKind::Input,
                    translated("\"{}\" could mean the dataset \"{}\" or \"{}\".", name, same[0].name, same[1].name),
                    translated("Write the name of the dataset as it is in this workspace."));
    return same.size() == 1 ? same.front() : store.byName(name);
}

}  // namespace

bool namesSameDataset(const std::string& a, const std::string& b) {
    return bareName(a) == bareName(b);
}

const std::string& PlanEntry::presetOn(const std::string& dataset) const {
    const auto found = std::find_if(presets.begin(), presets.end(), [&](const KeyValue& keyValue) {
        return namesSameDataset(keyValue.first, dataset);
    });
    return found == presets.end() ? preset : found->second;
}

std::vector<KeyValue> PlanEntry::settings(std::span<const KeyValue> swept) const {
    std::vector<KeyValue> set;
    for (const auto& [key, options] : values) {
        const auto chosen = std::find_if(swept.begin(), swept.end(),
                                         [&key = key](const KeyValue& keyValue) { return keyValue.first == key; });
        const std::string& value = chosen == swept.end() ? options.front() : chosen->second;
        set.emplace_back(key, value);
        if (const auto linkedSettings = linked.find(key); linkedSettings != linked.end()) {
            const auto index =
                static_cast<std::size_t>(std::find(options.begin(), options.end(), value) - options.begin());
            set.insert(set.end(), linkedSettings->second.at(index).begin(), linkedSettings->second.at(index).end());
        }
    }
    return set;
}

const std::vector<Plan>& builtInPlans() {
    static const std::vector<Plan> plans = [] {
        std::vector<Plan> read;
        for (const auto& [file, text] : planFiles()) read.push_back(planFromJson(text));
        return read;
    }();
    return plans;
}

Plan findPlan(const std::string& nameOrFile) {
    for (const Plan& plan : builtInPlans())
        if (plan.name == nameOrFile) return plan;
    std::ifstream file(nameOrFile);
    if (!file) {
        std::string names;
        for (const Plan& plan : builtInPlans()) names += (names.empty() ? "" : ", ") + plan.name;
        throw Error(ErrorKind::Input, translated("There is neither a plan nor a file named \"{}\".", nameOrFile),
                    translated("Built-in plans: {}. The format of a plan: recscope-cli plan format", names));
    }
    return planFromJson({std::istreambuf_iterator<char>(file), {}});
}

std::string rowTitle(const PlanEntry& entry, std::span<const KeyValue> values) {
    std::string title = !entry.label.empty() ? entry.label
                        : !entry.run.empty() ? entry.run
                                             : modelInfo(entry.model).title;
    for (const KeyValue& value : values) title += " · " + shortText(entry.model, value);
    return title;
}

std::string shortText(const std::string& model, const KeyValue& value) {
    const RunConfig config = defaultConfig(model);
    const ConfigKey* const known = config.schema->find(value.first);
    std::string key = value.first, words = value.second;
    std::replace(key.begin(), key.end(), '_', ' ');
    std::replace(words.begin(), words.end(), '_', ' ');
    if (known) {
        // A label such as "Length N" is shortened to its symbol N.
        const std::string& label = known->field.label;
        const std::string last = label.substr(label.rfind(' ') + 1);
        const auto letters =
            std::count_if(last.begin(), last.end(), [](unsigned char c) { return (c & 0xC0) != 0x80; });
        if (letters == 1 && !std::isdigit(static_cast<unsigned char>(last.front()))) key = last;
    }
    return key + " " + words;
}

std::string PlannedRun::title(const Plan& plan) const {
    const std::string row = rowTitle(plan.entries.at(entry), values);
    if (!existing.empty()) return row;
    return hasConfigKey(config, "seed") ? translated("{} · seed {}", row, config.training.seed) : row;
}

void makeLabelsUnique(std::vector<PlanEntry>& entries) {
    const auto titleOf = [](const PlanEntry& entry) { return rowTitle(entry, {}); };
    // The settings that an entry fixes: its preset, and its keys with a single value.
    const auto fixedSettings = [](const PlanEntry& entry) {
        std::vector<KeyValue> set{{"preset", entry.preset}};
        for (const auto& [key, values] : entry.values)
            if (values.size() == 1) set.emplace_back(key, values.front());
        return set;
    };
    std::vector<std::string> labels;
    for (const PlanEntry& entry : entries) {
        std::string label = entry.label;
        std::vector<std::vector<KeyValue>> others;
        for (const PlanEntry& other : entries)
            if (&other != &entry && titleOf(other) == titleOf(entry)) others.push_back(fixedSettings(other));
        for (const KeyValue& keyValue : fixedSettings(entry)) {
            const bool isShared = std::all_of(others.begin(), others.end(), [&](const std::vector<KeyValue>& other) {
                return std::find(other.begin(), other.end(), keyValue) != other.end();
            });
            if (isShared) continue;
            label = (label.empty() ? titleOf(entry) : label) + " · " +
                    (keyValue.first == "preset" ? keyValue.second : shortText(entry.model, keyValue));
        }
        labels.push_back(std::move(label));
    }
    for (std::size_t i = 0; i < entries.size(); ++i) entries[i].label = std::move(labels[i]);
}

std::string nameSlug(const std::string& text) {
    std::string slug;
    for (const char letter : text) {
        const auto byte = static_cast<unsigned char>(letter);
        if (byte < 0x80 && std::isalnum(byte))
            slug += static_cast<char>(std::tolower(byte));
        else if (!slug.empty() && slug.back() != '-')
            slug += '-';
    }
    while (!slug.empty() && slug.back() == '-') slug.pop_back();
    return slug;
}

Plan planOn(const Plan& plan, const std::vector<std::string>& datasets) {
    Plan adapted = plan;
    adapted.datasets = datasets;
    const bool isSameData = datasets.size() == plan.datasets.size() &&
                            std::equal(datasets.begin(), datasets.end(), plan.datasets.begin(), namesSameDataset);
    if (!isSameData) {
        for (const std::string& dataset : datasets) {
            const std::string slug = nameSlug(dataset);
            // If the dataset's name has no ASCII letters or digits, a prefix of the name's SHA-256 stands for it.
            adapted.name += "-" + (slug.empty() ? "data-" + sha256Of(dataset).substr(0, 6) : slug);
        }
        if (adapted.titlePattern.find(kDatasetPlaceholder) == std::string::npos)
            adapted.titlePattern = translated("{}, on {}", plan.title, kDatasetPlaceholder);
        if (!adapted.sourcePattern.empty() && adapted.sourcePattern.find(kDatasetPlaceholder) == std::string::npos)
            adapted.sourcePattern = translated("{} Applied here to {}.", plan.source, kDatasetPlaceholder);
    }
    return planFromJson(planToJson(adapted));
}

void ensureSampleFor(Workspace& workspace, const Plan& plan) {
    if (std::find(plan.datasets.begin(), plan.datasets.end(), kSampleName) == plan.datasets.end()) return;
    if (!workspace.isReadOnly() || DatasetStore(workspace).find(kSampleName)) {
        ensureSampleDataset(workspace, {}, {});
        return;
    }
    Workspace writer = Workspace::open(workspace.path(), Workspace::IfMissing::Fail);
    ensureSampleDataset(writer, {}, {});
}

std::vector<PlannedRun> plannedRunsOn(const DatasetInfo& dataset, const Plan& plan) {
    std::vector<PlannedRun> runs;
    for (std::size_t entry = 0; entry < plan.entries.size(); ++entry) {
        try {
            addRunsOf(plan, entry, dataset, runs);
        } catch (const Error& error) {
            throw Error(error.kind(),
                        translated("Entry {} of the plan, {}: {}", entry + 1, plan.entries[entry].model, error.what()),
                        error.hint());
        }
    }
    return runs;
}

std::vector<PlannedRun> plannedRuns(Workspace& workspace, const Plan& plan) {
    std::vector<PlannedRun> runs;
    for (const std::string& name : plan.datasets)
        for (PlannedRun& run : plannedRunsOn(datasetNamed(workspace, name), plan)) runs.push_back(std::move(run));
    for (PlannedRun& planned : runs) {
        if (planned.existing.empty()) continue;
        const RunRecord run = RunStore(workspace).byName(planned.existing);  // throws if there is none
        if (run.dataset != planned.dataset)
            throw Error(ErrorKind::Input,
                        translated("Entry {} of the plan: \"{}\" is a run on \"{}\", not on \"{}\".", planned.entry + 1,
                                   run.name, run.datasetName, planned.datasetName),
                        translated("Name a run on the plan's dataset, or leave the entry out."));
        if (const auto config = readableConfig(run.config)) planned.config = *config;
    }
    return runs;
}

}  // namespace recscope
