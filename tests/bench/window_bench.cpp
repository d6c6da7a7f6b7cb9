// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <filesystem>

#include "bench.h"
#include "core/models/transformer/transformer_config.h"
#include "core/recommender/registry.h"
#include "core/store/split_reader.h"
#include "core/util/text.h"
#include "shapes.h"

namespace recscope::bench {

namespace {

// The items and the mean length are those of ML-20M. A part of its users is enough, because both times are proportional
// to the number of users.
const Shape kMovieLens20M{
    .name = "ML-20M", .users = 8192, .items = 26'744, .length = 144, .lengthsVary = true, .hasTimes = true};

}  // namespace

void benchWindow(const std::filesystem::path& folder, const Notify& notify) {
    Workspace workspace = Workspace::open(folder / "window.recscope");
    const DatasetInfo dataset = addDataset(workspace, kMovieLens20M);
    for (const char* model : {"sasrec", "bert4rec"}) {
        RunConfig config =
            presetFor(model, std::string(model) == "sasrec" ? "paper-dense" : "paper-ml1m", dataset).config;
        config.split = SplitKind::TimeWindow;
        transformerOf(config).dim = 64;
        transformerOf(config).innerDim = std::string(model) == "sasrec" ? 64 : 256;
        const TrainingCost cost = trainingCost(workspace, dataset, config, /*epochs=*/1);
        const Histories histories =
            splitHistories(workspace, dataset.id, RunStore(workspace).byId(cost.run).protocol.split);
        std::int64_t users = 0, targets = 0;
        for (std::int32_t user = 0; user < histories.userCount(); ++user) {
            if (!histories.hasTarget(user, Split::Test)) continue;
            ++users;
            targets += static_cast<std::int64_t>(histories.targets(user, Split::Test).size());
        }
        notify({.name = fmt::format("{}: scoring the {} targets of {} users", model, grouped(targets), grouped(users)),
                .unit = "s",
                .ours = rankingSeconds(workspace, cost.run, Split::Test, /*usersAtMost=*/0),
                .baseline = cost.epochSeconds / 3,
                .baselineName = "a third of an epoch, the goal",
                .moreIsBetter = false});
    }
}

}  // namespace recscope::bench
