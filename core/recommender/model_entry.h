// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>

#include "core/recommender/device_choice.h"
#include "core/recommender/loss_unit.h"
#include "core/recommender/registry.h"

namespace recscope {

class TrainingModule;
class Recommender;
enum class InitialWeights;
struct ModelShape;

/// The entry of a model in the registry. The folder of the model provides it.
struct ModelEntry {
    ModelInfo info;
    RunConfig config;  ///< result of `defaultConfig`, with the model's schema
    /// Implements `presetsFor`. `dense`: whether the dataset's histories are long on average.
    std::function<std::vector<Preset>(bool dense, const DatasetInfo&)> presets;
    std::function<std::string(bool dense)> paperPreset;  ///< name of the preset that "paper" denotes
    std::function<void(const RunConfig&)> check;         ///< implements `checkConfig` for this model
    std::function<Capabilities(const RunConfig&)> capabilities;
    std::function<LossUnit(const RunConfig&)> lossUnit;  ///< null: follows from the kind of loss
    /// Makes the model on the CPU. The training module is made by the model (`Recommender::makeTrainingModule`).
    std::function<std::unique_ptr<Recommender>(const RunConfig&, const ModelShape&, InitialWeights)> make;
};

/// The entry of the model with this name. Throws an Error(Usage) that lists the known names.
const ModelEntry& modelEntry(const std::string& name);

/// Makes the model on the CPU. Throws Error(Usage) if `checkConfig` rejects the config.
std::unique_ptr<Recommender> makeRecommender(const RunConfig& config, const ModelShape& shape,
                                             InitialWeights initialWeights);

}  // namespace recscope
