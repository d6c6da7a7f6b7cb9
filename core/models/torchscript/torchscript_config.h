// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

#include "core/config/config_schema.h"
#include "core/config/enum_names.h"
#include "core/config/run_config.h"
#include "core/recommender/capabilities.h"
#include "core/torchscript/model_file.h"

namespace recscope {

constexpr std::array<EnumName<PaddingSide>, 2> enumNames(PaddingSide) {
    return {{{PaddingSide::Left, "left"}, {PaddingSide::Right, "right"}}};
}
constexpr std::array<EnumName<PredictsAt>, 2> enumNames(PredictsAt) {
    return {{{PredictsAt::Last, "last"}, {PredictsAt::Mask, "mask"}}};
}
constexpr std::array<EnumName<AttentionKind>, 3> enumNames(AttentionKind) {
    return {{{AttentionKind::None, "none"},
             {AttentionKind::EveryPosition, "every_position"},
             {AttentionKind::LastOnly, "last_only"}}};
}

/// The input and output format of a TorchScript model, taken from its recscope.json and its first outputs, and the
/// limits of its process.
struct TorchScriptConfig {
    std::int64_t maxLength = 50;  ///< N: number of positions of an input row
    std::int64_t modelItems = 1;  ///< number of items that the model scores; may differ from the dataset's
    PaddingSide paddingSide = PaddingSide::Left;
    std::int64_t paddingId = 0;
    PredictsAt predictsAt = PredictsAt::Last;
    std::int64_t maskId = 0;  ///< used if `predictsAt` is Mask
    bool readsUser = false;
    AttentionKind attention = AttentionKind::None;
    std::int64_t layers = 0, heads = 0;       ///< 0 without attention
    bool usesBidirectionalAttention = false;  ///< positions also attend to later ones
    std::int64_t timeLimit = 20;              ///< seconds for loading and for each batch
    std::int64_t memoryLimit = 4096;          ///< MB

    bool operator==(const TorchScriptConfig&) const = default;
};

inline TorchScriptConfig& torchScriptOf(RunConfig& config) {
    return config.own.as<TorchScriptConfig>();
}
inline const TorchScriptConfig& torchScriptOf(const RunConfig& config) {
    return config.own.as<TorchScriptConfig>();
}

/// The config of a model with this description. The keys about attention keep their defaults, because the description
/// does not contain them: their values follow from the model's first outputs.
RunConfig torchScriptConfig(const ModelDescription& description);

}  // namespace recscope
