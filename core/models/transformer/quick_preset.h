// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/recommender/registry.h"
#include "core/sequence/dataset.h"
#include "core/util/translated.h"

namespace recscope {

/// With at least this many items, quick presets use a softmax over a sample of the items.
inline constexpr std::int64_t kManyItems = 10'000;

/// Adapts a quick preset to the size of the data: as many epochs as take about a minute on two processor cores, but at
/// least 5 and at most `maxEpochs`. With at least kManyItems items, the loss is a softmax over a sample of the items.
void adaptToDataset(RunConfig& config, const DatasetInfo& dataset, std::int64_t maxEpochs);

inline constexpr const char* kQuickSource = translatable(
    "RecScope, chosen by validation over several seeds: a first look in about a minute, not a tuned model. The other "
    "presets train longer and reach higher metrics.");

/// The quick preset of a transformer that predicts the next item. `config` selects the model's parts and its loss.
Preset quickNextItemPreset(RunConfig config, bool dense, const DatasetInfo& dataset);

/// A faster variant of a published preset: smaller batches, a larger learning rate that warms up and then falls to 0,
/// matrix products in reduced precision, validation only every `evaluateEvery` epochs, and a fixed number of epochs
/// instead of patience.
RunConfig fastConfig(RunConfig config, double learningRate, std::int64_t epochs, std::int64_t evaluateEvery);

/// A variant of a quick preset for the lessons, limited to `maxEpochs` epochs so that training is short. `reaches`
/// names the metric and the value that this preset was observed to reach on the sample dataset.
Preset coursePreset(Preset quick, std::int64_t maxEpochs, const std::string& reaches);

}  // namespace recscope
