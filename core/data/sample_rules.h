// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/sequence/dataset.h"
#include "core/sequence/token.h"
#include "core/util/random.h"

namespace recscope {

/// Which films of the sample cinema belong together. No film is in two groups, so every cause is unambiguous.
struct SampleRules {
    static constexpr std::int32_t kItems = 160;
    static constexpr std::int32_t kPairs = 16;    ///< number of pairs of a film and its sequel
    static constexpr std::int32_t kBundles = 10;  ///< number of series, whose seasons are seen in any order
    static constexpr std::int32_t kBundleSize = 4;
    static constexpr std::int32_t kSerials = 3;  ///< number of serials, each a Markov chain
    static constexpr std::int32_t kSerialSize = 12;

    struct Successor {
        Token token = kPadToken;
        double probability = 0;
    };

    std::vector<double> popularity;  ///< (kItems + 1) by token, sums to 1: probabilities if there is no cause
    std::vector<std::pair<Token, Token>> pairs;  ///< (trigger, partner): a film and its sequel
    std::vector<std::array<Token, kBundleSize>> bundles;
    std::vector<std::vector<Token>> serials;         ///< films of each Markov chain
    std::vector<std::vector<Successor>> successors;  ///< (kItems + 1) by token; empty for films outside the serials
    std::vector<Token> others;                       ///< films in none of these groups

    /// Draws the groups, the order of popularity and the successors.
    static SampleRules make(Random& random);
};

/// One possible cause of the next film: its weight, the films it leads to, and the history positions that trigger it.
struct NextItemComponent {
    Pattern pattern = Pattern::Noise;
    double weight = 0;                            ///< share of this component; the shares of all components sum to 1
    std::vector<std::pair<Token, double>> items;  ///< films and probabilities, which sum to 1; empty = by popularity
    std::vector<std::int32_t> causes;             ///< indices in the history of the films that trigger it
};

/// All components that can produce the next film after this history. The generator draws from them and `trueNextItem`
/// sums them.
std::vector<NextItemComponent> nextItemComponents(const SampleRules& rules, std::span<const Token> history);

/// A description of a pattern for display, in one sentence.
const char* patternDescription(Pattern pattern);

}  // namespace recscope
