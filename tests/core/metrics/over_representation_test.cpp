// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/over_representation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/util/error.h"
#include "core/util/random.h"

namespace recscope {
namespace {

using Users = std::vector<std::int32_t>;

/// Traits drawn independently of each other, each with its own share of users.
UserTraits randomTraits(std::int32_t users, int count, std::uint64_t seed) {
    UserTraits traits;
    traits.userCount = users;
    traits.features.push_back({TraitKind::Item, "Item in the history", {}});
    Random random({seed});
    for (int t = 0; t < count; ++t) {
        UserTrait trait{0, "trait " + std::to_string(t), {}};
        const double share = 0.02 + 0.6 * random.uniform();
        for (std::int32_t user = 0; user < users; ++user) {
            if (random.uniform() < share) trait.users.push_back(user);
        }
        traits.traits.push_back(std::move(trait));
    }
    return traits;
}

Users drawn(std::int32_t users, std::size_t count, Random& random) {
    Users all(static_cast<std::size_t>(users));
    std::iota(all.begin(), all.end(), 0);
    random.shuffle(std::span(all));
    all.resize(count);
    std::sort(all.begin(), all.end());
    return all;
}

const TraitComparison* find(const OverRepresentation& result, const std::string& value) {
    const auto found = std::find_if(result.traits.begin(), result.traits.end(),
                                    [&](const TraitComparison& trait) { return trait.value == value; });
    return found == result.traits.end() ? nullptr : &*found;
}

/// The held-out item is "Horror" for 40 % of the first `kMembers` users and 10 % of the others, otherwise "Drama|War".
TEST(OverRepresentation, APlantedGenreIsFound) {
    constexpr std::int32_t kUsers = 600, kMembers = 100;
    Histories histories;
    histories.itemCount = 3;
    Random random({7});
    for (std::int32_t user = 0; user < kUsers; ++user) {
        const bool isHorror = random.uniform() < (user < kMembers ? 0.4 : 0.1);
        histories.append(std::vector<Token>{1, 1, isHorror ? Token{2} : Token{3}});
    }
    const std::vector<ItemInfo> items = {{.token = 1, .id = "a", .title = "A", .genres = ""},
                                         {.token = 2, .id = "b", .title = "B", .genres = "Horror"},
                                         {.token = 3, .id = "c", .title = "C", .genres = "Drama|War"}};
    Users cohort(kMembers);
    std::iota(cohort.begin(), cohort.end(), 0);
    const OverRepresentation result =
        overRepresentation(traitsOf({.histories = histories, .split = Split::Test, .items = items}), cohort);
    const TraitComparison* horror = find(result, "Horror");
    ASSERT_TRUE(horror);
    EXPECT_EQ(horror->feature, "Genre of the held-out item");
    EXPECT_TRUE(OverRepresentation::isFinding(*horror));
    EXPECT_TRUE(horror->isOver());
    EXPECT_GT(horror->interval.low, 0);
    EXPECT_EQ(horror->cohort.cases, kMembers);
    EXPECT_EQ(horror->others.cases, kUsers - kMembers);
    ASSERT_TRUE(find(result, "War"));
    EXPECT_FALSE(find(result, "War")->isOver());
    EXPECT_EQ(result.cohortUsers + result.otherUsers, kUsers);
}

/// If nothing is planted, every finding is false, and the procedure promises that a family of comparisons has findings
/// in at most 5 % of the draws. The number of such draws among 200 is binomial: 20 or more have a
/// probability of 1 - cdf(19; 200, 0.05) = 0.3 %. Without correction, each draw would have about five findings.
TEST(OverRepresentation, RandomCohortsHaveFindingsAsRarelyAsPromised) {
    constexpr int kDraws = 200, kTraits = 100;
    const UserTraits traits = randomTraits(800, kTraits, 3);
    Random random({11});
    int drawsWithFindings = 0;
    std::int64_t comparisons = 0, smallP = 0;
    for (int draw = 0; draw < kDraws; ++draw) {
        const OverRepresentation result = overRepresentation(traits, drawn(800, 120, random));
        drawsWithFindings += result.findings() > 0;
        comparisons += result.comparisons;
        smallP += std::count_if(result.traits.begin(), result.traits.end(), [](const auto& t) { return t.p <= 0.05; });
    }
    EXPECT_LT(drawsWithFindings, 20);
    // Guards against a comparison that finds nothing: about 5 % of single comparisons have p <= 0.05. Comparisons
    // within a draw are independent, so the standard deviation of that share is sqrt(0.05 * 0.95 / 20,000) = 0.0015;
    // ten times that allows for discrete counts.
    EXPECT_NEAR(static_cast<double>(smallP) / static_cast<double>(comparisons), 0.05, 0.015);
}

TEST(OverRepresentation, SkipsTraitsThatTooFewUsersHaveOrLack) {
    UserTraits traits;
    traits.userCount = 100;
    traits.features.push_back({TraitKind::Item, "Item in the history", {}});
    const auto firstUsers = [](std::int32_t count) {
        Users users(static_cast<std::size_t>(count));
        std::iota(users.begin(), users.end(), 0);
        return users;
    };
    for (const std::int32_t count : {9, 10, 90, 91})
        traits.traits.push_back({0, std::to_string(count), firstUsers(count)});
    const OverRepresentation result =
        overRepresentation(traits, firstUsers(20), {.criteria = {{.by = ChosenBy::Hand}}});
    EXPECT_EQ(result.comparisons, 2);
    EXPECT_EQ(result.tooRare, 2);
    EXPECT_TRUE(find(result, "10"));
    EXPECT_TRUE(find(result, "90"));
    EXPECT_NE(result.sentence().find("all other 80 users. 2 comparisons were made"), std::string::npos)
        << result.sentence();
}

TEST(OverRepresentation, IgnoresUsersWithAnUnknownAttribute) {
    UserTraits traits;
    traits.userCount = 100;
    std::vector<bool> known(100, true);
    Users older;
    for (std::size_t user = 0; user < 100; ++user) {
        if (user % 2 == 1) known[user] = false;
        if (user % 4 == 0) older.push_back(static_cast<std::int32_t>(user));
    }
    traits.features.push_back({TraitKind::Attribute, "age", known});
    traits.traits.push_back({0, "over 30", older});
    Users cohort(40);
    std::iota(cohort.begin(), cohort.end(), 0);
    const OverRepresentation result = overRepresentation(traits, cohort);
    ASSERT_EQ(result.traits.size(), 1U);
    EXPECT_EQ(result.traits[0].cohort.cases, 20);
    EXPECT_EQ(result.traits[0].others.cases, 30);
    EXPECT_EQ(result.traits[0].cohort.hits, 10);
    EXPECT_EQ(result.traits[0].others.hits, 15);
}

TEST(OverRepresentation, RefusesCohortsOfEverybodyAndNobody) {
    const UserTraits traits = randomTraits(20, 1, 1);
    Users all(20);
    std::iota(all.begin(), all.end(), 0);
    EXPECT_THROW(overRepresentation(traits, all), Error);
    EXPECT_THROW(overRepresentation(traits, {}), Error);
}

TEST(UserTraits, QuantileGroupsNeverSplitEqualValues) {
    std::vector<double> values(60, 1.0);  // more than a fifth of the values are equal
    for (int i = 0; i < 40; ++i) values.push_back(i + 2);
    const auto groups = quantileGroups(values, 5);
    ASSERT_EQ(groups.size(), 5U);
    EXPECT_EQ(groups.front(), std::pair(1.0, 1.0));
    EXPECT_EQ(groups.back().second, 41.0);
    for (std::size_t i = 1; i < groups.size(); ++i) EXPECT_GT(groups[i].first, groups[i - 1].second);
}

TEST(UserTraits, HistoryTraitsExcludeTheHeldOutItem) {
    Histories histories;
    histories.itemCount = 4;
    for (int i = 0; i < 20; ++i) histories.append(std::vector<Token>{1, 2, i < 10 ? Token{3} : Token{4}});
    const std::vector<ItemInfo> items = {{.token = 1, .id = "a", .title = "A", .genres = ""},
                                         {.token = 2, .id = "b", .title = "B", .genres = ""},
                                         {.token = 3, .id = "c", .title = "C", .genres = ""},
                                         {.token = 4, .id = "d", .title = "D", .genres = ""}};
    const auto values = [&](Split split) {
        std::vector<std::string> list;
        for (const UserTrait& trait : traitsOf({.histories = histories, .split = split, .items = items}).traits)
            list.push_back(trait.value);
        return list;
    };
    EXPECT_TRUE(values(Split::Test).empty());  // only the held-out items differ: every history contains A and B
}

TEST(UserTraits, GenreShareThresholdIsTheThirdQuartile) {
    Histories histories;
    histories.itemCount = 2;
    // Each history has five items, the last of them held out. Of the other four, 0, 1, 2 or 3 are in the genre: each
    // number for 20 users.
    for (int user = 0; user < 80; ++user) {
        std::vector<Token> history(5, Token{2});
        std::fill_n(history.begin(), user / 20, Token{1});
        histories.append(history);
    }
    const std::vector<ItemInfo> items = {{.token = 1, .id = "a", .title = "A", .genres = "War"},
                                         {.token = 2, .id = "b", .title = "B", .genres = ""}};
    const UserTraits traits = traitsOf({.histories = histories, .split = Split::Test, .items = items});
    const auto war = std::find_if(traits.traits.begin(), traits.traits.end(), [&](const UserTrait& trait) {
        return traits.features[trait.feature].kind == TraitKind::Genre;
    });
    ASSERT_NE(war, traits.traits.end());
    EXPECT_EQ(war->value, "War: over 50 % of the history");
    EXPECT_EQ(war->users.size(), 20U);
    EXPECT_EQ(war->users.front(), 60);
}

}  // namespace
}  // namespace recscope
