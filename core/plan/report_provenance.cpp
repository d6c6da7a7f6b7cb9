// SPDX-License-Identifier: GPL-3.0-or-later
// provenance, validationTable and wholeConfigTable: see report.h.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "core/data/dataset_origin.h"
#include "core/plan/report.h"
#include "core/plan/report_text.h"
#include "core/recommender/registry.h"
#include "core/recommender/torch_version.h"
#include "core/util/program_version.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

std::string seedOf(const RunRecord& run) {
    const auto config = readableConfig(run.config);
    return config && hasConfigKey(*config, "seed") ? std::to_string(config->training.seed) : std::string();
}

}  // namespace

std::vector<std::pair<std::string, std::string>> provenance(const Study& study) {
    std::vector<std::pair<std::string, std::string>> facts;
    facts.emplace_back(translated("Program"),
                       translated("RecScope {} with LibTorch {} wrote this report", programVersion(), torchVersion()));
    std::set<std::string> devices;
    for (const StudyTable& table : study.tables)
        for (const StudyRow& row : table.rows)
            for (const RunRecord& run : row.runs)
                if (const std::string device = wordsOf(run.device); !device.empty()) devices.insert(device);
    if (!devices.empty()) facts.emplace_back(translated("Trained on"), fmt::format("{}", fmt::join(devices, "; ")));
    for (const DatasetInfo& dataset : datasetsOf(study)) {
        std::string counts = datasetSentence(dataset);
        if (const std::string name = dataset.name + ": "; counts.starts_with(name)) counts.erase(0, name.size());
        facts.emplace_back(dataset.name, counts);
        const DatasetOrigin origin = originOf(dataset);
        if (!origin.file.empty()) facts.emplace_back(translated("{}: file", dataset.name), origin.file);
        if (!origin.checksum.empty()) facts.emplace_back(translated("{}: SHA-256", dataset.name), origin.checksum);
        facts.emplace_back(translated("{}: filters", dataset.name), origin.filters);
        if (!origin.rows.empty()) facts.emplace_back(translated("{}: rows", dataset.name), origin.rows);
    }
    return facts;
}

ReportTable validationTable(const Plan& plan, const StudyTable& studyTable) {
    const std::string metric = metricTitle(plan.metrics.front());
    ReportTable table;
    table.title = translated("{} on validation", metric);
    for (const StudyRow& row : studyTable.rows) {
        if (!row.validation) continue;
        std::string seeds;
        for (std::size_t i = 0; i < row.runs.size(); ++i) {
            const RunRecord& run = row.runs[i];
            const double value = row.validationPerRun[i];
            if (!seeds.empty()) seeds += "; ";
            const std::string seed = seedOf(run);
            seeds += seed.empty()        ? fmt::format("{:.4f}", value)
                     : run.bestEpoch > 0 ? translated("seed {}: {:.4f} in epoch {}", seed, value, run.bestEpoch)
                                         : translated("seed {}: {:.4f}", seed, value);
        }
        table.rows.push_back({row.title, fmt::format("{:.4f}", *row.validation), seeds});
    }
    if (table.rows.empty()) return table;
    table.columns = {"", translated("Mean"), translated("Each seed's best epoch")};
    table.kinds = {ReportColumn::Words, ReportColumn::Number, ReportColumn::Prose};
    if (plan.shape == PlanShape::Table && studyTable.reference && studyTable.rows[*studyTable.reference].validation)
        table.caption = translated("{} is the best of these, and so the reference of the comparisons on test.",
                                   studyTable.rows[*studyTable.reference].title);
    return table;
}

ReportTable wholeConfigTable(const StudyTable& studyTable) {
    ReportTable table;
    table.title = translated("Complete config of each row");
    for (const StudyRow& row : studyTable.rows) {
        const auto config = row.runs.empty() ? std::nullopt : readableConfig(row.runs.front().config);
        if (!config) continue;
        std::string pairs, seeds;
        for (const RunRecord& run : row.runs)
            if (const std::string seed = seedOf(run); !seed.empty()) seeds += (seeds.empty() ? "" : " ") + seed;
        for (const ConfigKey& key : config->schema->keys()) {
            const bool isSeed = key.field.key == "seed";
            pairs +=
                fmt::format("{}{} = {}", pairs.empty() ? "" : ", ", key.field.key, isSeed ? seeds : key.read(*config));
        }
        table.rows.push_back({row.title, pairs.empty() ? "\u2013" : pairs});
    }
    if (table.rows.empty()) return table;
    table.columns = {"", translated("Config")};
    table.kinds = {ReportColumn::Words, ReportColumn::Prose};
    return table;
}

}  // namespace recscope
