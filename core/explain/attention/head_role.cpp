// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/attention/head_role.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "core/metrics/distributions.h"
#include "core/metrics/proportions.h"
#include "core/metrics/seed_statistics.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr double kUniformEntropy = 0.95;  // share of the maximum entropy above which a head counts as uniform
/// Smallest excess over the uniform share that makes a role. Both are displayed rounded to whole per cent, and with
/// this excess they differ as displayed, too.
constexpr double kMinExcess = 0.01;
constexpr std::int64_t kMinUsers = 2;  // an interval needs at least this many users

struct Property {
    std::string title;
    const AttentionMass& attention;
};

std::vector<Property> propertiesOf(const HeadCharacter& character) {
    std::vector<Property> properties = {{translated("the previous item"), character.previous},
                                        {translated("its own position"), character.itself},
                                        {translated("the oldest item it reads"), character.oldest},
                                        {"[MASK]", character.mask},
                                        {translated("items of the same genre"), character.sameGenre},
                                        {translated("popular items"), character.popular}};
    const std::int32_t offset = character.topOffset;
    const auto maxOffset = static_cast<std::int32_t>(character.byOffset.size() / 2);
    if (offset == 0 || offset == -1 || character.byOffset.empty()) return properties;  // 0 and -1 are covered above
    const AttentionMass& mass = character.byOffset[static_cast<std::size_t>(offset + maxOffset)];
    if (offset == 1)
        properties.push_back({translated("the next item"), mass});
    else
        properties.push_back({offset < 0 ? translated("the item {} positions earlier", -offset)
                                         : translated("the item {} positions later", offset),
                              mass});
    return properties;
}

}  // namespace

bool isRole(const AttentionMass& mass, std::size_t measured) {
    if (mass.users < kMinUsers) return false;
    constexpr double kSignificanceLevel = 0.05;
    const auto degrees = static_cast<double>(mass.users - 1);
    const double widened = mass.excess.halfWidth / kNormal95 *
                           studentQuantile(degrees, kSignificanceLevel / static_cast<double>(measured));
    return mass.excess.mean - widened >= kMinExcess;
}

std::string roleSentence(const HeadCharacter& character) {
    if (character.itself.users < kMinUsers)
        return translated("Measured on one user only, which is too few to tell the role of the head.");
    const double entropy = character.entropy.mean;
    if (entropy - character.entropy.halfWidth > kUniformEntropy)
        return translated("Spreads evenly: its entropy is {:.0f} % of the largest possible.", 100 * entropy);
    const std::vector<Property> properties = propertiesOf(character);
    // The offset with the largest weight was selected among all offsets, so each offset counts as a measured property.
    const std::size_t measured = properties.size() + character.byOffset.size();
    const auto clearest =
        std::max_element(properties.begin(), properties.end(), [measured](const Property& a, const Property& b) {
            const bool isA = isRole(a.attention, measured), isB = isRole(b.attention, measured);
            return isA == isB ? a.attention.excess.mean < b.attention.excess.mean : isB;
        });
    if (isRole(clearest->attention, measured))
        return translated("Looks at {}: {:.0f} % of its attention (an even spread would give {:.0f} %).",
                          clearest->title, 100 * clearest->attention.mass.mean, 100 * clearest->attention.uniformMass);
    if (clearest->attention.excess.mean <= 0)
        return translated("Shows no preference for any of the measured items and positions.");
    return translated(
        "Shows no clear preference. It favours {} most: {:.1f} % of its attention (an even spread would give {:.1f} "
        "%).",
        clearest->title, 100 * clearest->attention.mass.mean, 100 * clearest->attention.uniformMass);
}

}  // namespace recscope
