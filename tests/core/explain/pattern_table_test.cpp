// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/scores/pattern_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "../learn_support.h"
#include "core/data/sample_oracle.h"
#include "core/data/sample_shop.h"
#include "core/recommender/references.h"
#include "core/store/dataset_store.h"
#include "core/util/error.h"
#include "trained_run.h"

namespace recscope {
namespace {

/// A workspace with the sample dataset. It is created once, and the tests only read it.
struct StoredSample {
    StoredSample() : workspace(temporary.open()), info(ensureSampleDataset(workspace, {}, {})) {}
    TemporaryWorkspace temporary;
    Workspace workspace;
    DatasetInfo info;
    Protocol protocol = Protocol::defaultFor(DatasetStore(workspace).histories(info.id));
};

StoredSample& sample() {
    static StoredSample stored;
    return stored;
}

PatternCases casesOf(Split split) {
    return patternCases(sample().workspace, sample().info.id, sample().protocol, split);
}

/// Ranks of a scorer that is right about one planted pattern and wrong about all others.
std::vector<UserRank> ranksOfOnePattern(const PatternCases& cases, Pattern served) {
    std::vector<UserRank> ranks;
    for (std::size_t user = 0; user < cases.patterns.size(); ++user)
        ranks.push_back({.user = static_cast<std::int32_t>(user),
                         .target = 1,
                         .rank = cases.patterns[user] == served ? 1 : 100,
                         .ties = 0});
    return ranks;
}

TEST(PatternTable, EveryUserOfTheSampleIsCountedOnce) {
    const PatternCases cases = casesOf(Split::Test);
    const PatternTable table = patternTable(cases, ranksOfOnePattern(cases, Pattern::Repeat));
    std::int64_t users = 0;
    for (const PatternRow& row : table.patterns) users += row.users;
    EXPECT_EQ(users, sample().info.users);
    EXPECT_EQ(table.all.users, users);
    EXPECT_EQ(table.patterns.size(), 5u);  // no history is so short that its first visit is held out
    EXPECT_EQ(table.protocol, sample().protocol);
}

TEST(PatternTable, CountsUsersByThePatternOfTheirTarget) {
    for (const Split split : {Split::Valid, Split::Test}) {
        const PatternCases cases = casesOf(split);
        const PatternTable table = patternTable(cases, ranksOfOnePattern(cases, Pattern::Repeat));
        const SampleShop shop = makeSampleShop();
        std::map<Pattern, std::int64_t> expected;
        for (const auto& causes : shop.causes)
            ++expected[causes[causes.size() - (split == Split::Test ? 1 : 2)].pattern];
        for (const PatternRow& row : table.patterns)
            EXPECT_EQ(row.users, expected[*row.pattern]) << patternName(*row.pattern);
    }
}

TEST(PatternTable, OnlyTheServedPatternScores) {
    const PatternCases cases = casesOf(Split::Test);
    const PatternTable table = patternTable(cases, ranksOfOnePattern(cases, Pattern::Bundle));
    for (const PatternRow& row : table.patterns) {
        EXPECT_EQ(row.run.hr10, row.pattern == Pattern::Bundle ? 1 : 0);
        EXPECT_EQ(row.run.ndcg10, row.pattern == Pattern::Bundle ? 1 : 0);
        EXPECT_LE(row.run.hr10Interval.low, row.run.hr10);
        EXPECT_GE(row.run.hr10Interval.high, row.run.hr10);
        EXPECT_LT(row.run.hr10Interval.high - row.run.hr10Interval.low, 0.2);
    }
}

TEST(PatternTable, TheBestOfAllUsersIsTheReferenceOfTheDataset) {
    const auto references = referencesFor(sample().workspace, sample().info.id);
    const auto best = std::find_if(references.begin(), references.end(),
                                   [](const Reference& reference) { return reference.name == "Best reachable"; });
    ASSERT_NE(best, references.end());
    for (const Split split : {Split::Valid, Split::Test}) {
        const PatternCases cases = casesOf(split);
        const PatternTable table = patternTable(cases, cases.bestOfAll);
        const Metrics& expected = split == Split::Valid ? best->valid : best->test;
        EXPECT_DOUBLE_EQ(table.all.best->hr10, expected.hr10);
        EXPECT_DOUBLE_EQ(table.all.best->ndcg10, expected.ndcg10);
        for (const PatternRow& row : table.patterns) {
            // The best ranking of a pattern knows which pattern caused the held-out item; a model that does not know
            // this cannot be expected to do better.
            EXPECT_GE(row.best->ndcg10, row.run.ndcg10);
            EXPECT_GE(row.gapToBest.mean, 0);
        }
    }
}

// A model that ranks seen items first predicts repeats better than the ranking by all true probabilities. Therefore the
// best score that the table shows for a pattern must be that of a ranking by this pattern's probabilities alone.
TEST(PatternTable, TheBestOfAPatternBoundsAModelThatServesThatPatternAlone) {
    const PatternCases cases = casesOf(Split::Test);
    for (const Pattern pattern : {Pattern::Repeat, Pattern::Chain, Pattern::Bundle, Pattern::AfterGap}) {
        // For the users of this pattern, the specialist has the best ranks: those by this pattern's probabilities.
        std::vector<UserRank> specialist = cases.best;
        for (UserRank& rank : specialist)
            if (cases.patterns.at(static_cast<std::size_t>(rank.user)) != pattern)
                rank.rank = 160;  // the last of all items
        const PatternTable table = patternTable(cases, specialist), general = patternTable(cases, cases.bestOfAll);
        for (std::size_t i = 0; i < table.patterns.size(); ++i) {
            const PatternRow& row = table.patterns[i];
            EXPECT_LE(row.run.ndcg10, row.best->ndcg10 + 1e-12) << patternName(*row.pattern);
            if (row.pattern == pattern) {
                EXPECT_GT(row.run.ndcg10, general.patterns[i].run.ndcg10)
                    << "a specialist should beat the ranking by all true probabilities on its own pattern";
            }
        }
    }
}

TEST(PatternTable, TwoModelsDifferInThePatternThatOneOfThemServes) {
    const PatternCases cases = casesOf(Split::Test);
    const auto differences =
        patternDifferences(cases, ranksOfOnePattern(cases, Pattern::Chain), ranksOfOnePattern(cases, Pattern::Repeat));
    ASSERT_EQ(differences.size(), 5u);
    for (const PatternDifference& difference : differences) {
        const double expected = difference.pattern == Pattern::Chain    ? 1
                                : difference.pattern == Pattern::Repeat ? -1
                                                                        : 0;
        EXPECT_EQ(difference.ndcg10.mean, expected) << patternName(difference.pattern);
        EXPECT_EQ(difference.a - difference.b, expected) << patternName(difference.pattern);
        EXPECT_EQ(difference.users, std::count(cases.patterns.begin(), cases.patterns.end(), difference.pattern));
    }
}

TEST(PatternTable, OnlyUsersRankedByBothModelsAreCompared) {
    const PatternCases cases = casesOf(Split::Test);
    const std::vector<UserRank> all = ranksOfOnePattern(cases, Pattern::Chain);
    const std::span<const UserRank> subset = std::span(all).first(100);
    std::int64_t users = 0;
    for (const PatternDifference& difference : patternDifferences(cases, all, subset)) {
        users += difference.users;
        EXPECT_EQ(difference.a, difference.b);
    }
    EXPECT_EQ(users, 100);
}

TEST(PatternTable, PatternsArePredictableAndNoiseIsNot) {
    const PatternCases cases = casesOf(Split::Test);
    const PatternTable table = patternTable(cases, cases.best);
    for (const PatternRow& row : table.patterns) {
        if (row.pattern == Pattern::Noise)
            EXPECT_LT(row.best->hr10, 0.5);
        else
            EXPECT_GT(row.best->hr10, 0.7) << patternName(*row.pattern);
    }
}

TEST(PatternTable, UnderAnotherProtocolThereIsNoBestReachableValue) {
    Protocol removed = sample().protocol;
    removed.seen = SeenItems::Removed;
    const PatternCases cases = patternCases(sample().workspace, sample().info.id, removed, Split::Test);
    EXPECT_TRUE(cases.best.empty());
    EXPECT_FALSE(patternTable(cases, ranksOfOnePattern(cases, Pattern::Chain)).all.best);
}

TEST(PatternTable, AChangedSampleHasNoBestReachableValue) {
    Histories changed = DatasetStore(sample().workspace).histories(sample().info.id);
    changed.items[0] = changed.items[0] == 1 ? 2 : 1;
    EXPECT_FALSE(bestReachableRanks(sample().info, changed, sample().protocol, Split::Test));
}

TEST(PatternTable, RanksOfSomeUsersAreComparedWithTheBestOfTheSameUsers) {
    const PatternCases cases = casesOf(Split::Test);
    // For all users together, the best is the ranking by all true probabilities, not one that knows the pattern of
    // each held-out item.
    const std::vector<UserRank> subset(cases.bestOfAll.begin() + 100, cases.bestOfAll.begin() + 300);
    const PatternTable table = patternTable(cases, subset);
    EXPECT_EQ(table.all.users, 200);
    EXPECT_EQ(table.all.run.ndcg10, table.all.best->ndcg10);
}

TEST(PatternTable, ARunOnDataWithoutPatternsIsRefusedWithAHint) {
    TrainedRun& trained = trainedRun("sasrec");
    try {
        patternTable(trained.workspace, trained.run.id, Split::Test);
        FAIL() << "nothing was thrown";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::Input);
        EXPECT_NE(std::string(error.what()).find("ring"), std::string::npos) << error.what();
        EXPECT_FALSE(error.hint().empty());
    }
}

}  // namespace
}  // namespace recscope
