// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/transformer/transformer_entry.h"

#include "core/models/transformer/transformer_recommender.h"
#include "core/models/transformer/transformer_training_module.h"

namespace recscope {

ModelEntry transformerEntry(const TransformerTraits& traits) {
    ModelEntry entry;
    entry.check = checkTransformer;
    entry.capabilities = [traits](const RunConfig& config) { return transformerCapabilities(config, traits); };
    entry.make = [traits](const RunConfig& config, const ModelShape& shape, InitialWeights start) {
        return std::make_unique<TransformerRecommender>(config, traits, shape, start);
    };
    entry.module = [](Recommender& recommender, const RunConfig& config,
                      Device device) -> std::unique_ptr<TrainingModule> {
        return std::make_unique<TransformerTrainingModule>(dynamic_cast<TransformerRecommender&>(recommender), config,
                                                           device, TransformerTrainingModule::Computation::OfDevice);
    };
    return entry;
}

}  // namespace recscope
