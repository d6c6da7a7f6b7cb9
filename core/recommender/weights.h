// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

#include "core/recommender/recommender.h"
#include "core/store/run_store.h"

namespace recscope {

struct DatasetInfo;
struct RunConfig;

/// The metadata key of a safetensors file under which the config is stored.
inline constexpr const char* kConfigMetadata = "recscope.config";

/// The weights as safetensors bytes, with the config as metadata.
std::string weightBytes(const Recommender& recommender, const RunConfig& config);
/// Sets the weights to these safetensors bytes. Throws Error(Input) for the same reasons as `Recommender::setWeights`
/// and `fromSafeTensors`.
void setWeightBytes(Recommender& recommender, const std::string& bytes);

/// Everything that resuming needs in addition to the weights, as safetensors bytes.
std::string stateBytes(const TrainingModule& module);
/// Restores what `stateBytes` returned. `steps` is the number of optimizer steps since initialization. Throws for the
/// same reasons as `TrainingModule::restore`.
void restoreState(TrainingModule& module, const std::string& bytes, std::int64_t steps);

/// The model sizes for this dataset.
ModelShape shapeOf(const DatasetInfo& dataset);

/// A run's model on the CPU, with its best weights, or with its last weights if no epoch has been validated yet. Throws
/// Error(Input) if the run has no weights.
std::unique_ptr<Recommender> loadBest(Workspace& workspace, const RunRecord& run);

}  // namespace recscope
