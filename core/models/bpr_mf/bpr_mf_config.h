// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/config_schema.h"
#include "core/models/pairwise/initializer.h"

namespace recscope {

/// How the user and the positive item of a sample are chosen. Interactions: each interaction is used once, in random
/// order; Users: a user is drawn first, then one of the user's items.
enum class BprPositives { Interactions, Users };
constexpr std::array<EnumName<BprPositives>, 2> enumNames(BprPositives) {
    return {{{BprPositives::Interactions, "interactions"}, {BprPositives::Users, "users"}}};
}

/// The distribution of negatives. Items: uniform over all items; Interactions: in proportion to how often an item
/// occurs.
enum class BprNegatives { Items, Interactions };
constexpr std::array<EnumName<BprNegatives>, 2> enumNames(BprNegatives) {
    return {{{BprNegatives::Items, "items"}, {BprNegatives::Interactions, "interactions"}}};
}

/// What to do if the drawn negative is one of the user's items. DrawAgain: another negative is drawn; Skip: the sample
/// is left out.
enum class BprHit { DrawAgain, Skip };
constexpr std::array<EnumName<BprHit>, 2> enumNames(BprHit) {
    return {{{BprHit::DrawAgain, "draw_again"}, {BprHit::Skip, "skip"}}};
}

/// The config of BPR-MF (Rendle et al., UAI 2009).
struct BprMfConfig {
    std::int64_t dim = 64;  ///< d: width of the vectors of users and items
    bool itemBias = true;
    double userDecay = 0.01, itemDecay = 0.01, negativeDecay = 0.01, biasDecay = 0.01;  ///< weight decays (lambda)
    BprPositives positives = BprPositives::Interactions;
    BprNegatives negatives = BprNegatives::Items;
    BprHit hit = BprHit::Skip;
    Initializer start = Initializer::Small;  ///< initial values of the vectors

    bool operator==(const BprMfConfig&) const = default;
};

inline BprMfConfig& bprMfOf(RunConfig& config) {
    return config.own.as<BprMfConfig>();
}
inline const BprMfConfig& bprMfOf(const RunConfig& config) {
    return config.own.as<BprMfConfig>();
}

const ConfigSchema& bprMfSchema();

}  // namespace recscope
