// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/seed_groups.h"

#include <map>
#include <optional>
#include <tuple>

#include "core/config/run_config.h"
#include "core/util/error.h"

#include "core/recommender/registry.h"

namespace recscope {

namespace {

/// Every metric on test over the seeds, in the order of `Metrics::named`.
std::vector<std::pair<std::string, Spread>> spreadsOf(const std::vector<RunRecord>& runs) {
    std::vector<std::pair<std::string, Spread>> spreads;
    const auto names = Metrics().named();
    for (std::size_t metric = 0; metric < names.size(); ++metric) {
        std::vector<double> values;
        for (const RunRecord& run : runs) values.push_back(run.test->named()[metric].second);
        spreads.emplace_back(names[metric].first, spreadOf(values));
    }
    return spreads;
}

}  // namespace

std::vector<SeedGroup> seedGroups(std::span<const RunRecord> runs) {
    using Key = std::tuple<DatasetId, std::string, std::string>;
    std::map<Key, std::map<std::uint64_t, RunRecord>> found;
    for (const RunRecord& run : runs) {
        if (run.state != RunState::Finished || !run.test) continue;
        const auto readable = readableConfig(run.config);
        if (!readable) continue;
        RunConfig config = *readable;
        const std::uint64_t seed = config.training.seed;
        config.training.seed = 0;
        RunRecord& kept = found[{run.dataset, run.protocol.toJson(), config.toJson()}][seed];
        if (kept.id < run.id) kept = run;
    }
    std::vector<SeedGroup> groups;
    for (const auto& [key, bySeed] : found) {
        if (bySeed.size() < 2) continue;
        SeedGroup group;
        for (const auto& [seed, run] : bySeed) group.runs.push_back(run);
        group.test = spreadsOf(group.runs);
        for (const auto& [name, spread] : group.test) {
            if (name == "ndcg@10") group.ndcg10 = spread;
            if (name == "hr@10") group.hr10 = spread;
        }
        groups.push_back(std::move(group));
    }
    return groups;
}

}  // namespace recscope
