// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

#include "core/recommender/recommender.h"
#include "core/store/run_store.h"

namespace recscope {

struct DatasetInfo;
struct RunConfig;

/// The config's key in safetensors metadata.
inline constexpr const char* kConfigMetadata = "recscope.config";

/// The weights as safetensors bytes, with the config as metadata.
std::string weightBytes(const Recommender& recommender, const RunConfig& config);
/// Throws Error(Input) as `Recommender::setWeights` and `fromSafeTensors`.
void setWeightBytes(Recommender& recommender, const std::string& bytes);

/// What going on needs besides the weights, as safetensors bytes.
std::string stateBytes(const TrainingModule& module);
/// `steps` were done since the weights were new. Throws Error as `TrainingModule::restore`.
void restoreState(TrainingModule& module, const std::string& bytes, std::int64_t steps);

/// What a model of this dataset is made for.
ModelShape shapeOf(const DatasetInfo& dataset);

/// A run's model with its best weights, or its last ones when none was validated yet, on the CPU. Throws Error(Input)
/// if it has none.
std::unique_ptr<Recommender> loadBest(Workspace& workspace, const RunRecord& run);

}  // namespace recscope
