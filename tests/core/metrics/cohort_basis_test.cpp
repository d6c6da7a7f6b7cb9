// SPDX-License-Identifier: GPL-3.0-or-later
// Tests which users a cohort is compared with, for each method of choosing the cohort.
#include "core/metrics/cohort_basis.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "core/metrics/over_representation.h"
#include "core/util/random.h"

namespace recscope {
namespace {

using Users = std::vector<std::int32_t>;

/// A third of the users have histories too short to be scored, and differ from the others in items, region, age and
/// times. For all other users, every trait depends only on the length of the history: a longer history has more items
/// of every kind and a later last interaction.
struct Population {
    static constexpr std::int32_t kUsers = 750, kUnscored = 250, kItems = 50;
    static constexpr std::int32_t kLongest = 40;

    explicit Population(std::uint64_t draw) : random({53, draw}) {
        histories.itemCount = kItems;
        for (Token item = 1; item <= kItems; ++item)
            items.push_back({.token = item,
                             .id = std::to_string(item),
                             .title = "Item " + std::to_string(item),
                             .genres = "genre " + std::to_string(item % 7),
                             .tags = "tag " + std::to_string(item % 5)});
        region.name = "region";
        region.labels = {"north", "south"};
        age.name = "age";
        age.kind = AttributeKind::Number;
        for (std::int32_t user = 0; user < kUsers; ++user) {
            const bool isShort = user % 3 == 0;
            const auto length =
                static_cast<std::int32_t>(isShort ? 1 + random.below(2) : 4 + random.below(kLongest - 3));
            std::vector<Token> history;
            double last = 0;
            for (std::int32_t i = 0; i < length; ++i) {
                history.push_back(isShort ? static_cast<Token>(1 + random.below(8)) : drawnItem());
                last = std::max(last, random.uniform());
            }
            histories.append(history);
            times.push_back(static_cast<std::int64_t>(1e9 + 1e8 * (isShort ? last / 3 : last)));
            region.categories.push_back(random.uniform() < (isShort ? 0.9 : 0.4) ? 0 : 1);
            // The age is unknown for most users with short histories and for some others.
            const bool isKnown = random.uniform() < (isShort ? 0.3 : 0.9);
            age.numbers.push_back(!isKnown  ? std::nan("")
                                  : isShort ? 60 + 20 * random.uniform()
                                            : 20 + 40 * random.uniform());
            all.push_back(user);
            if (histories.hasTarget(user, Split::Test)) scored.push_back(user);
            ranks.push_back(static_cast<std::int32_t>(1 + random.below(20)));
            otherRanks.push_back(static_cast<std::int32_t>(1 + random.below(20)));
        }
    }
    /// A random item; the lower its token, the more often it is drawn.
    Token drawnItem() { return static_cast<Token>(1 + std::floor(kItems * std::pow(random.uniform(), 1.5))); }

    Users where(const Users& users, const std::function<bool(std::size_t)>& passes) const {
        Users matching;
        for (const std::int32_t user : users)
            if (passes(static_cast<std::size_t>(user))) matching.push_back(user);
        return matching;
    }
    bool has(std::size_t user, Token item) const {
        const std::span<const Token> history = histories.of(static_cast<std::int32_t>(user));
        return std::find(history.begin(), history.end(), item) != history.end();
    }
    OverRepresentation compare(const Users& cohort, const CohortBasis& basis) const {
        const std::vector<Token> ignored = basis.items();
        const std::vector<UserAttribute> attributes = {region, age};
        return overRepresentation(traitsOf({.histories = histories,
                                            .items = items,
                                            .lastTimes = times,
                                            .attributes = attributes,
                                            .ignored = ignored}),
                                  cohort, basis);
    }

    mutable Random random;
    Histories histories;
    std::vector<ItemInfo> items;
    std::vector<std::int64_t> times;
    UserAttribute region, age;
    Users all, scored;
    std::vector<std::int32_t> ranks, otherRanks;  ///< (U); used for scored users only
};

struct Chosen {
    Users users;
    CohortBasis basis;
};

struct SelectionMethod {
    const char* name;
    std::function<Chosen(const Population&)> choose;
};

CohortBasis byRank(const Population& population) {
    CohortBasis basis;
    basis.add({.by = ChosenBy::Rank, .name = "SASRec"}, population.scored);
    return basis;
}

const CohortCriterion kItem = {.by = ChosenBy::Item, .name = "Item 10", .item = 10};

std::vector<SelectionMethod> selectionMethods() {
    return {
        {"by hand",
         [](const Population& population) {
             return Chosen{
                 population.where(population.all, [&](std::size_t) { return population.random.below(4) == 0; }),
                 {.criteria = {{.by = ChosenBy::Hand}}}};
         }},
        {"a rank in a run",
         [](const Population& population) {
             return Chosen{
                 population.where(population.scored, [&](std::size_t user) { return population.ranks[user] > 10; }),
                 byRank(population)};
         }},
        {"missed by both runs",
         [](const Population& population) {
             CohortBasis basis = byRank(population);
             basis.add({.by = ChosenBy::Rank, .name = "BERT4Rec"}, population.scored);
             return Chosen{population.where(population.scored,
                                            [&](std::size_t user) {
                                                return population.ranks[user] > 10 && population.otherRanks[user] > 10;
                                            }),
                           basis};
         }},
        {"an item",
         [](const Population& population) {
             return Chosen{
                 population.where(population.all, [&](std::size_t user) { return population.has(user, kItem.item); }),
                 {.criteria = {kItem}}};
         }},
        {"an item and a rank",
         [](const Population& population) {
             CohortBasis basis = byRank(population);
             basis.add(kItem);
             return Chosen{population.where(population.scored,
                                            [&](std::size_t user) {
                                                return population.has(user, kItem.item) && population.ranks[user] > 6;
                                            }),
                           basis};
         }},
        {"a date",
         [](const Population& population) {
             return Chosen{population.where(population.all,
                                            [&](std::size_t user) { return population.times[user] > 1'092'000'000; }),
                           {.criteria = {{.by = ChosenBy::Time}}}};
         }},
        {"an attribute",
         [](const Population& population) {
             CohortBasis basis;
             // Only scored users can be chosen: the others are mostly older and have short histories, so a comparison
             // with them would find true differences.
             basis.add({.by = ChosenBy::Rank}, population.scored);
             basis.add({.by = ChosenBy::Attribute, .name = "age"},
                       population.where(population.all,
                                        [&](std::size_t user) { return !std::isnan(population.age.numbers[user]); }));
             return Chosen{population.where(population.scored,
                                            [&](std::size_t user) { return population.age.numbers[user] < 30; }),
                           basis};
         }},
        {"a point of the breakdown by length",
         [](const Population& population) {
             CohortBasis basis;
             basis.add({.by = ChosenBy::Rank}, population.scored);
             basis.add({.by = ChosenBy::Length});
             return Chosen{population.where(population.scored,
                                            [&](std::size_t user) {
                                                return population.histories.of(static_cast<std::int32_t>(user)).size() <
                                                       15;
                                            }),
                           basis};
         }},
        {"a point of the breakdown by popularity",
         [](const Population& population) {
             CohortBasis basis;
             basis.add({.by = ChosenBy::Rank}, population.scored);
             basis.add({.by = ChosenBy::TargetPopularity});
             return Chosen{population.where(population.scored,
                                            [&](std::size_t user) {
                                                return population.histories.target(static_cast<std::int32_t>(user),
                                                                                   Split::Test) <= 5;
                                            }),
                           basis};
         }},
        {"a part of another cohort",
         [](const Population& population) {
             CohortBasis basis = byRank(population);
             basis.add({.by = ChosenBy::Cohort, .name = "with item 3"},
                       population.where(population.all, [&](std::size_t user) { return population.has(user, 3); }));
             return Chosen{population.where(population.scored,
                                            [&](std::size_t user) {
                                                return population.has(user, 3) && population.ranks[user] > 10;
                                            }),
                           basis};
         }},
    };
}

/// No difference is planted among the users who could be chosen, so every finding is false. A comparison promises that
/// at most 5 % of the draws have findings. The number of such draws among 200 is binomial: 21 or more have a
/// probability of 1 - cdf(20; 200, 0.05) = 0.13 %, and 1.3 % for at least one of the ten methods.
TEST(CohortBasis, FalseFindingsAreAsRareAsPromisedForEverySelectionMethod) {
    constexpr int kDraws = 200, kMaxDraws = 20;
    const std::vector<SelectionMethod> methods = selectionMethods();
    std::vector<int> drawsWithFindings(methods.size());
    std::vector<std::int64_t> comparisons(methods.size()), smallP(methods.size());
    int againstEverybody = 0;
    for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
        const Population population(draw);
        ASSERT_EQ(population.scored.size(), Population::kUsers - Population::kUnscored);
        for (std::size_t method = 0; method < methods.size(); ++method) {
            const Chosen chosen = methods[method].choose(population);
            const OverRepresentation result = population.compare(chosen.users, chosen.basis);
            drawsWithFindings[method] += result.findings() > 0;
            comparisons[method] += result.comparisons;
            smallP[method] += std::count_if(result.traits.begin(), result.traits.end(),
                                            [](const TraitComparison& trait) { return trait.p <= 0.05; });
            if (method == 1) againstEverybody += population.compare(chosen.users, {}).findings() > 0;
        }
    }
    for (std::size_t method = 0; method < methods.size(); ++method) {
        EXPECT_LE(drawsWithFindings[method], kMaxDraws) << methods[method].name;
        // Guards against a comparison that finds nothing: nearly 5 % of single comparisons have p <= 0.05. Genres
        // and items of one history are dependent and counts are discrete, so the lower limit is 2.5 %.
        EXPECT_GE(static_cast<double>(smallP[method]) / static_cast<double>(comparisons[method]), 0.025)
            << methods[method].name;
        EXPECT_LE(static_cast<double>(smallP[method]) / static_cast<double>(comparisons[method]), 0.06)
            << methods[method].name;
        EXPECT_GE(comparisons[method], 5 * kDraws) << methods[method].name << ": too few comparisons are left";
    }
    EXPECT_EQ(againstEverybody, kDraws) << "without a basis, users who were not scored count, too";
}

TEST(CohortBasis, FindsAPlantedDifferenceAmongTheCandidates) {
    Population population(1);
    // Half of the users whose rank is above 10, the missed users, get item 20 at the front of their histories.
    Histories planted;
    planted.itemCount = Population::kItems;
    for (std::int32_t user = 0; user < Population::kUsers; ++user) {
        const std::span<const Token> history = population.histories.of(user);
        std::vector<Token> changed(history.begin(), history.end());
        if (changed.size() > 3 && population.ranks[static_cast<std::size_t>(user)] > 10 && user % 2 == 0)
            changed.front() = 20;
        planted.append(changed);
    }
    population.histories = planted;
    const Chosen missed = selectionMethods()[1].choose(population);
    const OverRepresentation result = population.compare(missed.users, missed.basis);
    ASSERT_FALSE(result.traits.empty());
    EXPECT_EQ(result.traits.front().value, "Item 20");
    EXPECT_TRUE(OverRepresentation::isFinding(result.traits.front()));
}

TEST(CohortBasis, ReportStatesWhoIsComparedAndHowMany) {
    const Population population(2);
    const std::vector<SelectionMethod> methods = selectionMethods();
    const auto sentence = [&](std::size_t method) {
        const Chosen chosen = methods[method].choose(population);
        return population.compare(chosen.users, chosen.basis).sentence();
    };
    const auto expectIn = [](const std::string& text, const std::string& part) {
        EXPECT_NE(text.find(part), std::string::npos) << text;
    };
    const auto missed = static_cast<std::int64_t>(methods[1].choose(population).users.size());
    expectIn(sentence(1),
             "Compared with the " + std::to_string(500 - missed) +
                 " other users who could have been chosen: they have a rank in the run \"SASRec\". The 250 users "
                 "who could not have been chosen are left out.");
    expectIn(sentence(0), "Compared with all other ");
    expectIn(sentence(3), "others of about the same history length");
    expectIn(sentence(3), "it follows from how the users were chosen: Length of the history.");
    expectIn(sentence(6), "their held-out item was ranked; and their age is known");
    expectIn(sentence(6), "it follows from how the users were chosen: age.");
    expectIn(sentence(7),
             "Length of the history, Last interaction, Genre in the history, Tag in the history and Item in the "
             "history.");
    expectIn(sentence(9), "they are in the cohort \"with item 3\"");
    expectIn(population.compare({1, 2, 4}, {}).sentence(), "How these users were chosen was not recorded");
}

TEST(CohortBasis, DoesNotCompareTheItemUsedForChoosing) {
    const Population population(3);
    const Chosen chosen = selectionMethods()[3].choose(population);
    for (const TraitComparison& trait : population.compare(chosen.users, chosen.basis).traits)
        EXPECT_NE(trait.value, "Item 10");
}

TEST(CohortBasis, AJsonRoundTripKeepsTheCriteria) {
    CohortBasis basis;
    for (const ChosenBy by : {ChosenBy::Hand, ChosenBy::Rank, ChosenBy::Item, ChosenBy::Length, ChosenBy::Time,
                              ChosenBy::TargetPopularity, ChosenBy::Attribute, ChosenBy::Cohort})
        basis.add({.by = by, .name = "A \"name\"", .item = by == ChosenBy::Item ? 7 : kPadToken});
    EXPECT_EQ(CohortBasis::criteriaFromJson(basis.criteriaJson()), basis.criteria);
    for (const char* other : {"", "[", "{}", "[1]", R"([{"by": "moon"}])", R"([{"by": 3}])"})
        EXPECT_TRUE(CohortBasis::criteriaFromJson(other).empty()) << other;
}

TEST(CohortBasis, CandidatesMeetEveryCriterion) {
    CohortBasis basis;
    EXPECT_FALSE(basis.candidates);
    basis.add({.by = ChosenBy::Length});
    EXPECT_FALSE(basis.candidates) << "every user has a history length";
    basis.add({.by = ChosenBy::Rank}, Users{1, 3, 5, 7});
    basis.add({.by = ChosenBy::Attribute}, Users{0, 3, 4, 7, 9});
    EXPECT_EQ(basis.candidates, (Users{3, 7}));
}

}  // namespace
}  // namespace recscope
