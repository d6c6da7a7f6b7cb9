// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/models/transformer/transformer_recommender.h"
#include "core/recommender/model_entry.h"

namespace recscope {

/// The model inside a transformer's recommender, with the initial weights of the config's seed.
inline std::shared_ptr<SequenceModel> makeSequenceModel(const RunConfig& config, std::int32_t itemCount) {
    const auto made = makeRecommender(config, {.itemCount = itemCount}, InitialWeights::Random);
    auto& transformer = dynamic_cast<TransformerRecommender&>(*made);
    return std::static_pointer_cast<SequenceModel>(transformer.model().shared_from_this());
}

}  // namespace recscope
