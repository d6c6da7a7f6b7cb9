// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/recommender/registry.h"
#include "core/train/trainer.h"
#include "ui_test_support.h"

#include "core/models/transformer/transformer_config.h"

namespace recscope::ui::test {

/// Trains a small run of the chosen dataset for a few seconds and chooses it.
inline RunId trainTiny(Bench& bench, const std::string& model, std::int64_t maxLength = 32, std::int64_t epochs = 1) {
    RunConfig config = defaultConfig(model);
    transformerOf(config).dim = 32;
    transformerOf(config).innerDim = 32;
    transformerOf(config).maxLength = maxLength;
    config.training.epochs = epochs;
    if (hasConfigKey(config, "last_item_share")) setConfigValue(config, "last_item_share", "0.3");
    RunId run = 0;
    const DatasetId dataset = bench.session().dataset()->id;
    const bool trained = bench.work(
        [&](JobContext& context) {
            TrainObserver observer;
            PauseSwitch pause;
            const TrainRequest request{
                .dataset = dataset, .config = config, .runName = {}, .device = DeviceChoice::Cpu};
            run = train(context.workspace, request, observer, pause, context.stop).id;
        },
        Lane::Training);
    if (!trained) qFatal("The tiny run was not trained.");
    bench.session().chooseRun(run);
    if (!waitUntil([&] { return bench.session().run() && bench.session().run()->id == run; }))
        qFatal("The tiny run was not chosen.");
    return run;
}

}  // namespace recscope::ui::test
