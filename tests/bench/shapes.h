// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "bench.h"
#include "core/config/run_config.h"
#include "core/recommender/device_choice.h"
#include "core/sequence/dataset.h"
#include "core/store/run_store.h"
#include "core/store/workspace.h"

namespace recscope::bench {

/// A synthetic dataset with the sizes of a public one. The popularity of items is proportional to 1 / rank.
struct Shape {
    std::string name;  ///< such as "ML-1M"
    std::int32_t users = 0;
    std::int32_t items = 0;    ///< V
    std::int32_t length = 0;   ///< positions at which SASRec trains, one fewer than a user's training items
    bool lengthsVary = false;  ///< `length` is the mean of a geometric distribution from 1 on, from which each is drawn
    bool hasTimes = false;     ///< the interactions of each user are spread evenly over the same year
};

/// Stores a synthetic dataset of this shape, the same one each time.
DatasetInfo addDataset(Workspace& workspace, const Shape& shape);

/// Runs tests/bench/plain_*.py for the model of `config` on a dataset of this shape, on the CPU or the GPU. Returns its
/// output; empty if PyTorch is missing.
Json plainNumbers(const Shape& shape, const RunConfig& config, DeviceChoice device);

/// The cost of training on a dataset.
struct TrainingCost {
    RunId run = 0;
    double sequencesPerSecond = 0;  ///< of the last epoch
    double epochSeconds = 0;        ///< of the fastest epoch
};
/// Trains a run for `epochs` epochs, with one validation at the end.
TrainingCost trainingCost(Workspace& workspace, const DatasetInfo& dataset, RunConfig config, std::int64_t epochs);
/// Sequences/s of such a training without RecScope's fast path: LibTorch's autograd on padded batches. Measured for
/// four seconds.
double plainTrainingRate(Workspace& workspace, const DatasetInfo& dataset, const RunConfig& config);

/// Seconds in which the held-out items of all users, or of `usersAtMost` sampled users (0 = all), are ranked with a
/// run's best weights under its protocol. Returns the fastest of three repetitions.
double rankingSeconds(Workspace& workspace, RunId run, Split split, std::int64_t usersAtMost);

}  // namespace recscope::bench
