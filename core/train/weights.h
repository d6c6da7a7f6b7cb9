// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

#include "core/model/safetensors.h"
#include "core/model/sequence_model.h"
#include "core/store/run_store.h"

namespace recscope {

/// The config's place in safetensors metadata.
inline constexpr const char* kConfigMetadata = "recscope.config";

/// Weights with the design's tensor names and the config as metadata.
SafeTensors weightsOf(const SequenceModel& model, const RunConfig& config);

/// Copies weights into the model. Throws Error(Input) naming the first tensor that is missing or has another shape.
void loadWeights(SequenceModel& model, const SafeTensors& weights);

struct LoadedModel {
    std::shared_ptr<SequenceModel> model;
    RunConfig config;
};

/// The best weights of a run, or its last ones when none was validated yet, on the CPU. Throws Error(Input) if it has
/// none.
LoadedModel loadBestModel(Workspace& workspace, const RunRecord& run, std::int32_t itemCount);

}  // namespace recscope
