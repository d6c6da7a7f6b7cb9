// SPDX-License-Identifier: GPL-3.0-or-later
// Next-item prediction with a bidirectional mask: the model sees every target in its input.
#include <gtest/gtest.h>

#include <cmath>

#include "../../learn_support.h"
#include "core/models/transformer/transformer_config.h"
#include "core/store/run_store.h"
#include "core/train/trainer.h"
#include "core/util/random.h"

namespace recscope {
namespace {

constexpr std::int32_t kItems = 30;

/// Items drawn at random: an item's predecessors carry no information about it.
Histories randomHistories() {
    Histories histories;
    histories.itemCount = kItems;
    Random random({7});
    for (int user = 0; user < 400; ++user) {
        std::vector<Token> history;
        for (int i = 0; i < 12; ++i) history.push_back(kFirstItemToken + static_cast<Token>(random.below(kItems)));
        histories.append(history);
    }
    return histories;
}

/// Mean loss of the last epoch, in nats.
double lossAfterTraining(AttentionMask attentionMask) {
    const TemporaryWorkspace temporary;
    Workspace workspace = temporary.open();
    RunConfig config = smallConfig("sasrec");
    config.loss.kind = LossKind::CrossEntropy;
    config.training.epochs = 25;
    config.training.learningRate = 0.01;
    transformerOf(config).hiddenDropout = transformerOf(config).attentionDropout = 0;
    transformerOf(config).attentionMask = attentionMask;
    transformerOf(config).newestTarget = false;
    TrainObserver observer;
    PauseSwitch pause;
    const DatasetId dataset = addDataset(workspace, randomHistories()).id;
    const RunRecord run =
        train(workspace, {.dataset = dataset, .config = config, .runName = "run", .device = DeviceChoice::Cpu},
              observer, pause, {});
    return RunStore(workspace).epochs(run.id).back().loss;
}

TEST(VisibleTargets, AreCopiedByABidirectionalModelOnly) {
    // A model that cannot see the target has a loss of ln(V) for random items, or slightly less if it memorizes
    // histories.
    EXPECT_GT(lossAfterTraining(AttentionMask::Causal), 0.8 * std::log(kItems));
    EXPECT_LT(lossAfterTraining(AttentionMask::Bidirectional), 0.2 * std::log(kItems));
}

}  // namespace
}  // namespace recscope
