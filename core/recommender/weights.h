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

/// What resuming needs besides the weights, as safetensors bytes.
std::string stateBytes(const TrainingModule& module);
/// `steps` is the number of steps since initialization. Throws Error as `TrainingModule::restore`.
void restoreState(TrainingModule& module, const std::string& bytes, std::int64_t steps);

/// The model sizes for this dataset.
ModelShape shapeOf(const DatasetInfo& dataset);

/// A run's model with its best weights, or its last ones if none was validated yet, on the CPU. Throws Error(Input) if
/// it has none.
std::unique_ptr<Recommender> loadBest(Workspace& workspace, const RunRecord& run);

}  // namespace recscope
