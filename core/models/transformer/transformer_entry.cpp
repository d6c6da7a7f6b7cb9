// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/transformer/transformer_entry.h"

#include "core/models/transformer/transformer_recommender.h"

namespace recscope {

ModelEntry transformerEntry(const TransformerTraits& traits) {
    ModelEntry entry;
    entry.check = checkTransformer;
    entry.capabilities = [traits](const RunConfig& config) { return transformerCapabilities(config, traits); };
    entry.make = [traits](const RunConfig& config, const ModelShape& shape, InitialWeights initialWeights) {
        return std::make_unique<TransformerRecommender>(config, traits, shape, initialWeights);
    };
    return entry;
}

}  // namespace recscope
