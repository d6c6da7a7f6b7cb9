// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/weights.h"

#include <sstream>

#include "core/util/error.h"

namespace recscope {

namespace {

std::string shapeText(const torch::Tensor& tensor) {
    std::ostringstream text;
    text << tensor.sizes();
    return text.str();
}

}  // namespace

SafeTensors weightsOf(const SequenceModel& model, const RunConfig& config) {
    SafeTensors weights;
    for (const auto& parameter : model.named_parameters()) weights.tensors[parameter.key()] = parameter.value();
    weights.metadata[kConfigMetadata] = config.toJson();
    return weights;
}

void loadWeights(SequenceModel& model, const SafeTensors& weights) {
    torch::NoGradGuard noGrad;
    for (auto& parameter : model.named_parameters()) {
        const auto found = weights.tensors.find(parameter.key());
        if (found == weights.tensors.end()) {
            throw Error(ErrorKind::Input, "The weights lack the tensor " + parameter.key() + ".",
                        "They belong to another model or config.");
        }
        if (found->second.sizes() != parameter.value().sizes()) {
            throw Error(ErrorKind::Input,
                        "The tensor " + parameter.key() + " has shape " + shapeText(found->second) +
                            ", the model needs " + shapeText(parameter.value()) + ".",
                        "They belong to another config or dataset.");
        }
        parameter.value().copy_(found->second);
    }
}

LoadedModel loadBestModel(Workspace& workspace, const RunRecord& run, std::int32_t itemCount) {
    const RunStore runs(workspace);
    std::optional<Checkpoint> checkpoint = runs.checkpoint(run.id, CheckpointKind::Best);
    if (!checkpoint) checkpoint = runs.checkpoint(run.id, CheckpointKind::Last);
    if (!checkpoint) {
        throw Error(ErrorKind::Input, "The run \"" + run.name + "\" has no weights yet.",
                    "It was stopped before its first epoch ended; resume it.");
    }
    LoadedModel loaded;
    loaded.config = RunConfig::fromJson(run.config);
    loaded.model = makeModel(loaded.config, itemCount);
    loadWeights(*loaded.model, fromSafeTensors(checkpoint->weights));
    return loaded;
}

}  // namespace recscope
