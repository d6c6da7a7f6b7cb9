// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/recommender/registry.h"
#include "core/sequence/dataset.h"
#include "core/util/translated.h"

namespace recscope {

/// From so many items on, quick presets learn against a draw of them.
inline constexpr std::int64_t kManyItems = 10'000;

/// What quick presets owe to the size of the data: at most a minute on two processor cores, which is about so many
/// interactions learned from; and against many items a softmax over a draw of them.
void fitQuickly(RunConfig& config, const DatasetInfo& dataset, std::int64_t mostEpochs);

inline constexpr const char* kQuickSource = translatable(
    "RecScope, chosen by validation over several seeds: a first look in about a minute, not a tuned model. The other "
    "presets train longer and reach more.");

/// The config of a published preset in a hurry: smaller steps, a rate that rises, is larger and falls to 0, rounded
/// products, a validation now and then, and so many epochs instead of patience.
RunConfig fastConfig(RunConfig config, double learningRate, std::int64_t epochs, std::int64_t evaluateEvery);

/// The quick preset with at most so many epochs: what the course's lessons train before a training module gets there.
/// `reaches` is what it was seen to reach there.
Preset coursePreset(Preset quick, std::int64_t mostEpochs, const std::string& reaches);

}  // namespace recscope
