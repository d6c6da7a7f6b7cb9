// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/key_maker.h"
#include "core/util/translated.h"

namespace recscope {

/// How the transition of a sample is chosen. Users: a user with at least two training items is drawn, then one of the
/// user's transitions; Items: an item with at least one successor is drawn, then one of the transitions from it;
/// Transitions: each transition is used once, in random order.
enum class TransitionPositives { Users, Items, Transitions };
constexpr std::array<EnumName<TransitionPositives>, 3> enumNames(TransitionPositives) {
    return {{{TransitionPositives::Users, "users"},
             {TransitionPositives::Items, "items"},
             {TransitionPositives::Transitions, "transitions"}}};
}

/// The items from which the negative of a user's transition from item l to item i is drawn uniformly. NeverNext: items
/// that never follow l; Others: all items except i; Unseen: items outside the user's training items.
enum class TransitionNegatives { NeverNext, Others, Unseen };
constexpr std::array<EnumName<TransitionNegatives>, 3> enumNames(TransitionNegatives) {
    return {{{TransitionNegatives::NeverNext, "never_next"},
             {TransitionNegatives::Others, "others"},
             {TransitionNegatives::Unseen, "unseen"}}};
}

/// How a model of transitions draws its samples.
struct TransitionRules {
    TransitionPositives positives = TransitionPositives::Users;
    TransitionNegatives negatives = TransitionNegatives::Others;

    bool operator==(const TransitionRules&) const = default;
};

/// The config keys of the member `rules` of a model's own config.
template <class Fields>
std::vector<ConfigKey> transitionKeys() {
    struct Part {
        TransitionRules& operator()(RunConfig& config) const { return config.own.as<Fields>().rules; }
        const TransitionRules& operator()(const RunConfig& config) const { return config.own.as<Fields>().rules; }
    };
    const KeyMaker<TransitionRules, Part> make("Loss");
    return {
        make.choice("positives", translatable("Positives"),
                    translatable("users: a user is drawn first, then one of their transitions; items: an item, then a "
                                 "transition from it; transitions: each once an epoch."),
                    translatable("McAuley's code FMC items, FPMC and TransRec users"), &TransitionRules::positives),
        make.choice("negatives_from", translatable("Drawn from"),
                    translatable("Negatives. never_next: items that never follow the last one; others: any but the "
                                 "target; unseen: items the user does not have in training."),
                    translatable("McAuley's code FMC never_next, FPMC others, TransRec unseen"),
                    &TransitionRules::negatives)};
}

}  // namespace recscope
