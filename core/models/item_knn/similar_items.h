// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "core/models/item_knn/item_knn_config.h"
#include "core/sequence/token.h"

namespace recscope {

struct Histories;

struct SimilarItem {
    Token item = kPadToken;
    float similarity = 0;  ///< above 0
};

/// Returns, for each token (items, PAD and MASK), the K = `ItemKnnConfig::neighbours` items most similar to it, most
/// similar first; ties go to the lower token, and the token itself is left out. Only the training parts count, and each
/// user counts once per item. Throws Error(Cancelled) after a stop request.
std::vector<std::vector<SimilarItem>> similarItems(const Histories& histories, const ItemKnnConfig& config,
                                                   const std::stop_token& stop);

}  // namespace recscope
