// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/config_schema.h"
#include "core/recommender/similar_items.h"

namespace recscope {

/// Which items of a history contribute to a score. All: each distinct item once; Newest: only the newest item.
enum class KnnReads { All, Newest };
constexpr std::array<EnumName<KnnReads>, 2> enumNames(KnnReads) {
    return {{{KnnReads::All, "all"}, {KnnReads::Newest, "newest"}}};
}

/// The config of item-kNN.
struct ItemKnnConfig : SimilarityRule {
    KnnReads reads = KnnReads::All;

    bool operator==(const ItemKnnConfig&) const = default;
};

inline ItemKnnConfig& itemKnnOf(RunConfig& config) {
    return config.own.as<ItemKnnConfig>();
}
inline const ItemKnnConfig& itemKnnOf(const RunConfig& config) {
    return config.own.as<ItemKnnConfig>();
}

const ConfigSchema& itemKnnSchema();

}  // namespace recscope
