// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/seed_groups.h"

#include <cmath>
#include <map>
#include <tuple>

#include "core/train/config.h"

namespace recscope {

namespace {

Spread spreadOf(const std::vector<RunRecord>& runs, double Metrics::*metric) {
    const double n = static_cast<double>(runs.size());
    double sum = 0, squares = 0;
    for (const RunRecord& run : runs) sum += (*run.test).*metric;
    for (const RunRecord& run : runs) squares += std::pow((*run.test).*metric - sum / n, 2);
    return {.mean = sum / n, .deviation = std::sqrt(squares / (n - 1))};
}

}  // namespace

std::vector<SeedGroup> seedGroups(std::span<const RunRecord> runs) {
    using Key = std::tuple<DatasetId, std::string, std::string>;
    std::map<Key, std::map<std::uint64_t, RunRecord>> found;
    for (const RunRecord& run : runs) {
        if (run.state != RunState::Finished || !run.test) continue;
        RunConfig config = RunConfig::fromJson(run.config);
        const std::uint64_t seed = config.seed;
        config.seed = 0;
        RunRecord& kept = found[{run.dataset, run.protocol.toJson(), config.toJson()}][seed];
        if (kept.id < run.id) kept = run;
    }
    std::vector<SeedGroup> groups;
    for (const auto& [key, bySeed] : found) {
        if (bySeed.size() < 2) continue;
        SeedGroup group;
        for (const auto& [seed, run] : bySeed) group.runs.push_back(run);
        group.ndcg10 = spreadOf(group.runs, &Metrics::ndcg10);
        group.hr10 = spreadOf(group.runs, &Metrics::hr10);
        groups.push_back(std::move(group));
    }
    return groups;
}

}  // namespace recscope
