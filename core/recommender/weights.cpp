// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/weights.h"

#include "core/recommender/model_entry.h"
#include "core/recommender/safetensors.h"
#include "core/recommender/training_module.h"
#include "core/store/dataset_store.h"
#include "core/store/workspace.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

SafeTensors Recommender::weights() const {
    SafeTensors weights;
    putWeights(weights);
    return weights;
}

void copyWeights(const Recommender& from, Recommender& to) {
    to.setWeights(from.weights());
}

std::string weightBytes(const Recommender& recommender, const RunConfig& config) {
    SafeTensors weights = recommender.weights();
    weights.metadata[kConfigMetadata] = config.toJson();
    return toSafeTensors(weights);
}

void setWeightBytes(Recommender& recommender, const std::string& bytes) {
    recommender.setWeights(fromSafeTensors(bytes));
}

std::string stateBytes(const TrainingModule& module) {
    SafeTensors state;
    module.putState(state);
    return toSafeTensors(state);
}

void restoreState(TrainingModule& module, const std::string& bytes, std::int64_t steps) {
    module.restore(fromSafeTensors(bytes), steps);
}

ModelShape shapeOf(const DatasetInfo& dataset) {
    return {.itemCount = static_cast<std::int32_t>(dataset.items),
            .userCount = static_cast<std::int32_t>(dataset.users)};
}

std::unique_ptr<Recommender> loadBest(Workspace& workspace, const RunRecord& run) {
    const RunStore runs(workspace);
    std::optional<Checkpoint> checkpoint = runs.checkpoint(run.id, CheckpointKind::Best);
    if (!checkpoint) checkpoint = runs.checkpoint(run.id, CheckpointKind::Last);
    if (!checkpoint) {
        throw Error(ErrorKind::Input, translated("The run \"{}\" has no weights yet.", run.name),
                    translated("It was stopped before its first epoch ended; resume it."));
    }
    const DatasetInfo dataset = DatasetStore(workspace).byId(run.dataset);
    auto recommender = makeRecommender(configFromJson(run.config), shapeOf(dataset), InitialWeights::Loaded);
    setWeightBytes(*recommender, checkpoint->weights);
    return recommender;
}

}  // namespace recscope
