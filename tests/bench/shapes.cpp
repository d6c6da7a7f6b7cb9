// SPDX-License-Identifier: GPL-3.0-or-later
#include "shapes.h"

#include <algorithm>
#include <cmath>

#include "bench.h"
#include "core/store/dataset_store.h"
#include "core/train/trainer.h"
#include "core/util/random.h"

namespace recscope::bench {

namespace {

class CostObserver : public TrainObserver {
public:
    void epochDone(const RunRecord&, const EpochInfo& info) override {
        cost.sequencesPerSecond = info.record.sequencesPerSecond;
        const bool first = cost.epochSeconds == 0;
        cost.epochSeconds = first ? info.record.seconds : std::min(cost.epochSeconds, info.record.seconds);
    }
    TrainingCost cost;
};

}  // namespace

DatasetInfo addDataset(Workspace& workspace, const Shape& shape) {
    constexpr std::int32_t kTargets = 2;  // items held out for validation and test
    constexpr double kSecondsPerYear = 365.25 * 86400;
    Random random({2026});
    NewDataset dataset;
    dataset.info.name = shape.name;
    dataset.histories.itemCount = shape.items;
    for (std::int32_t item = 1; item <= shape.items; ++item) {
        dataset.items.push_back({item, std::to_string(item), "Item " + std::to_string(item), "", 0});
    }
    for (std::int32_t user = 0; user < shape.users; ++user) {
        dataset.userIds.push_back(std::to_string(user));
        // A geometric number from 1 on: P(more than n) = (1 - 1 / mean)^n.
        const double drawn = 1 + std::floor(std::log(1 - random.uniform()) / std::log(1 - 1.0 / shape.length));
        const auto length = shape.lengthsVary ? std::min<std::int32_t>(static_cast<std::int32_t>(drawn), 1000) + 1
                                              : shape.length + 1;  // n training items give SASRec n - 1 inputs
        std::vector<Token> history(static_cast<std::size_t>(length + kTargets));
        for (Token& token : history) token = static_cast<Token>(std::pow(shape.items, random.uniform()));
        dataset.histories.append(history);
        for (std::size_t i = 0; shape.hasTimes && i < history.size(); ++i)
            dataset.times.push_back(static_cast<std::int64_t>(kSecondsPerYear * static_cast<double>(i + 1) /
                                                              static_cast<double>(history.size() + 1)));
    }
    dataset.info.hasTimes = shape.hasTimes;
    return DatasetStore(workspace).add(dataset, [](std::int64_t) {});
}

Json plainNumbers(const Shape& shape, const RunConfig& config, DeviceChoice device) {
    constexpr int kClicks = 200, kStepsOnGpu = 100;  // more steps than on the CPU, because each takes less time
    Json request = Json::parse(config.toJson());
    request["items"] = shape.items;
    request["mean_length"] = shape.lengthsVary ? shape.length : 0;
    request["clicks"] = kClicks;
    if (device == DeviceChoice::Cuda) {
        request["device"] = "cuda";
        request["steps"] = kStepsOnGpu;
    }
    const std::string python = "'" RECSCOPE_PYTHON "' ";
    const std::string script = std::string(RECSCOPE_SOURCE_DIR) + "/tests/bench/plain_" + config.model + ".py";
    try {
        outputOf(python + "-c 'import torch' 2>/dev/null");
    } catch (const std::exception&) {
        return Json::object();
    }
    return Json::parse(outputOf(python + "'" + script + "' '" + request.dump() + "'"));
}

TrainingCost trainingCost(Workspace& workspace, const DatasetInfo& dataset, RunConfig config, std::int64_t epochs) {
    config.training.epochs = epochs;
    config.training.evaluateEvery = epochs;
    CostObserver observer;
    PauseSwitch pause;
    observer.cost.run =
        train(workspace, {dataset.id, config, /*runName=*/"", DeviceChoice::Cpu}, observer, pause, {}).id;
    return observer.cost;
}

}  // namespace recscope::bench
