// SPDX-License-Identifier: GPL-3.0-or-later
// Measures training without RecScope's fast path, and ranking alone. Of the benchmark's files, only this one and
// gpu_profile.cpp use LibTorch directly.
#include <torch/types.h>

#include <algorithm>

#include "bench.h"
#include "core/batch/training_batches.h"
#include "core/models/transformer/torch_gradients.h"
#include "core/optimizer/adam.h"
#include "core/recommender/device.h"
#include "core/recommender/evaluate.h"
#include "core/recommender/weights.h"
#include "core/store/dataset_store.h"
#include "core/store/split_reader.h"
#include "shapes.h"

#include "core/models/transformer/transformer_config.h"
#include "tests/core/support/sequence_models.h"

namespace recscope::bench {

double plainTrainingRate(Workspace& workspace, const DatasetInfo& dataset, const RunConfig& config) {
    constexpr std::int64_t kTokensAtOnce = 1 << 12;  // the size with which this path is fastest
    constexpr double kSeconds = 4;
    openDevice(DeviceChoice::Cpu);
    const Histories histories = DatasetStore(workspace).histories(dataset.id);
    const auto model = makeSequenceModel(config, histories.itemCount);
    TrainingBatches batches(histories, batchRulesOf(config, model->task()), kTokensAtOnce);
    batches.startEpoch(1);
    TorchGradients gradients(*model, config);
    Adam optimizer(model->named_parameters(), config.training);
    const auto step = [&](std::int64_t index) {
        const TrainingBatch batch = batches.batch(index % batches.batchesPerEpoch());
        gradients.compute(batch,
                          std::vector<std::uint64_t>(batch.microBatches.size(), static_cast<std::uint64_t>(index)), {});
        gradients.clip();
        optimizer.step(config.training.learningRate);
        return batch.sequences;
    };
    step(0);  // warms up
    std::int64_t sequences = 0;
    const double start = now();
    for (std::int64_t index = 1; secondsSince(start) < kSeconds; ++index) sequences += step(index);
    return static_cast<double>(sequences) / secondsSince(start);
}

double rankingSeconds(Workspace& workspace, RunId id, Split split, std::int64_t usersAtMost) {
    constexpr int kTimes = 3;
    const RunRecord run = RunStore(workspace).byId(id);
    const Histories histories = splitHistories(workspace, run.dataset, run.protocol.split);
    openDevice(DeviceChoice::Cpu);
    const auto recommender = loadBest(workspace, run);
    double least = 0;
    for (int time = 0; time < kTimes; ++time) {
        const double start = now();
        evaluate(*recommender, histories, run.protocol, split, usersAtMost, {}, {});
        least = time == 0 ? secondsSince(start) : std::min(least, secondsSince(start));
    }
    return least;
}

}  // namespace recscope::bench
