// SPDX-License-Identifier: GPL-3.0-or-later
// Tests which attention masses suffice for a head's role. The masses are made up: there is no model.
#include "core/explain/attention/head_role.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/util/random.h"

namespace recscope {
namespace {

constexpr std::int64_t kUsers = 200;

/// A mass measured over `users` users; `deviation` is the standard deviation of the users' differences from
/// `uniform`.
AttentionMass massOf(double mean, double uniform, double deviation, std::int64_t users = kUsers) {
    const double halfWidth = users > 1 ? 1.959964 * deviation / std::sqrt(static_cast<double>(users)) : 0;
    return {.mass = {.mean = mean, .halfWidth = halfWidth},
            .uniformMass = uniform,
            .excess = {.mean = mean - uniform, .halfWidth = halfWidth},
            .users = users};
}

HeadCharacter headOf(const AttentionMass& previous) {
    HeadCharacter head;
    for (AttentionMass* mass : {&head.itself, &head.oldest, &head.sameGenre, &head.popular})
        *mass = massOf(0.06, 0.07, 0.01, previous.users);
    head.previous = previous;
    head.entropy = {.mean = 0.8, .halfWidth = 0.01};
    head.byOffset.assign(41, massOf(0.02, 0.03, 0.01, previous.users));
    head.byOffset[19] = previous;
    head.topOffset = -1;
    return head;
}

TEST(HeadRole, IsTheMassFarAboveTheUniformShare) {
    EXPECT_EQ(roleSentence(headOf(massOf(0.61, 0.08, 0.2))),
              "Looks at the previous item: 61 % of its attention (an even spread would give 8 %).");
}

TEST(HeadRole, IsNoneWhenExcessIsTooSmall) {
    // The excess over the uniform share is 0.003 ± 0.0014: above 0, but too small for a role.
    const AttentionMass mass = massOf(0.073, 0.070, 0.01);
    EXPECT_TRUE(mass.exceedsUniform());
    EXPECT_EQ(roleSentence(headOf(mass)),
              "Shows no clear preference. It favours the previous item most: 7.3 % of its attention (an even "
              "spread would give 7.0 %).");
}

TEST(HeadRole, IsNoneWhenUsersDiffer) {
    // The excess is 0.05, its standard deviation 0.3: ± 0.042 for one property alone, but ± 0.07 for all properties
    // jointly.
    const AttentionMass mass = massOf(0.12, 0.07, 0.3);
    EXPECT_TRUE(mass.exceedsUniform());
    EXPECT_EQ(roleSentence(headOf(mass)).rfind("Shows no clear preference", 0), 0U);
}

TEST(HeadRole, IsUnknownForOneUser) {
    EXPECT_EQ(roleSentence(headOf(massOf(0.61, 0.08, 0, /*users=*/1))),
              "Measured on one user only, which is too few to tell the role of the head.");
}

TEST(HeadRole, NamesDistantOffset) {
    HeadCharacter head = headOf(massOf(0.06, 0.07, 0.01));
    head.topOffset = -4;
    head.byOffset[16] = massOf(0.4, 0.07, 0.1);
    EXPECT_EQ(roleSentence(head),
              "Looks at the item 4 positions earlier: 40 % of its attention (an even spread would give 7 %).");
}

// Each of the 45 masses drawn for a head (of 41 offsets and four other properties) lies a percentage point above the
// uniform share, the least that a role needs; users scatter around it. At most 5 % of such heads may get a role: of 400
// heads that is 20, with a standard deviation of sqrt(400 * 0.05 * 0.95) = 4.4. More than 20 + 3 * 4.4 = 33 occur for
// one seed in 700. With a separate interval for each mass, 1 - 0.975^45 = 68 % of the heads would get a role.
TEST(HeadRole, IsRarelyClaimedForNoise) {
    constexpr int kHeads = 400, kSample = 100, kMaxClaimed = 33;
    Random random({41});
    const auto noise = [&] {
        double sum = 0, squares = 0;
        for (int user = 0; user < kSample; ++user) {
            const double value =
                std::sqrt(-2 * std::log(1 - random.uniform())) * std::cos(6.283185307179586 * random.uniform()) * 0.1;
            sum += value;
            squares += value * value;
        }
        const double mean = sum / kSample, deviation = std::sqrt((squares - kSample * mean * mean) / (kSample - 1));
        return massOf(0.08 + mean, 0.07, deviation, kSample);
    };
    int claimed = 0, exceeding = 0;
    for (int i = 0; i < kHeads; ++i) {
        HeadCharacter head;
        head.entropy = {.mean = 0.8, .halfWidth = 0.01};
        for (AttentionMass* mass : {&head.itself, &head.oldest, &head.sameGenre, &head.popular}) *mass = noise();
        for (int offset = 0; offset < 41; ++offset) head.byOffset.push_back(noise());
        head.previous = head.byOffset[19];
        for (int offset = 0; offset < 41; ++offset)
            if (head.byOffset[std::size_t(offset)].mass.mean >
                head.byOffset[std::size_t(head.topOffset + 20)].mass.mean)
                head.topOffset = offset - 20;
        claimed += roleSentence(head).rfind("Looks at", 0) == 0;
        exceeding += head.itself.exceedsUniform();
    }
    EXPECT_LE(claimed, kMaxClaimed);
    EXPECT_GE(exceeding, kHeads / 20) << "single masses do exceed the uniform share";
}

}  // namespace
}  // namespace recscope
