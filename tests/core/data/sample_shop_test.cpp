// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/sample_shop.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

#include "core/metrics/metrics.h"
#include "core/sequence/split.h"
#include "core/store/dataset_store.h"
#include "core/store/workspace.h"
#include "core/util/error.h"
#include "tests/core/support/temporary_folder.h"

namespace recscope {
namespace {

const SampleShop& shop() {
    static const SampleShop generated = makeSampleShop();
    return generated;
}

const PlantedCause& causeOf(std::int32_t user, std::size_t position) {
    return shop().causes[static_cast<std::size_t>(user)][position];
}

TEST(SampleShop, TheSameSeedMakesTheSameData) {
    const SampleShop again = makeSampleShop();
    EXPECT_EQ(again.histories.items, shop().histories.items);
    EXPECT_EQ(again.times, shop().times);
    EXPECT_EQ(again.items[7].title, shop().items[7].title);
}

TEST(SampleShop, AnotherSeedMakesOtherData) {
    EXPECT_NE(makeSampleShop({.seed = 7, .users = 50}).histories.items,
              makeSampleShop({.seed = 8, .users = 50}).histories.items);
}

TEST(SampleShop, HasTwoThousandVisitorsWithTwelveToThirtyVisits) {
    EXPECT_EQ(shop().histories.userCount(), 2000);
    for (std::int32_t user = 0; user < 2000; ++user) {
        EXPECT_GE(shop().histories.of(user).size(), 12u);
        EXPECT_LE(shop().histories.of(user).size(), 30u);
    }
    const double mean = static_cast<double>(shop().histories.items.size()) / 2000;
    EXPECT_NEAR(mean, 21, 0.3);  // a length is 12 plus two uniform numbers of 0 … 9, sd 4.1; 0.3 is 3 standard errors
}

TEST(SampleShop, EveryFilmIsSeenAndHasAUniqueTitleAndId) {
    std::set<std::string> titles, ids;
    for (const ItemInfo& item : shop().items) {
        titles.insert(item.title);
        ids.insert(item.id);
        EXPECT_GT(item.interactions, 0) << item.title;
        EXPECT_FALSE(item.genres.empty());
    }
    EXPECT_EQ(titles.size(), shop().items.size());
    EXPECT_EQ(ids.size(), shop().items.size());
}

TEST(SampleShop, VisitsAreInTheEveningInAscendingTime) {
    for (const auto& times : shop().times) {
        for (std::size_t i = 0; i < times.size(); ++i) {
            EXPECT_GE(times[i] % 86400, 17 * 3600);
            EXPECT_LT(times[i], 1767225600);  // 2026-01-01
            if (i > 0) {
                EXPECT_GT(times[i], times[i - 1]);
            }
        }
    }
}

TEST(SampleShop, EveryPatternCausesASubstantialPartOfTheData) {
    std::array<double, 6> shares{};
    for (const auto& causes : shop().causes) {
        for (const PlantedCause& cause : causes) shares[static_cast<std::size_t>(cause.pattern)] += 1;
    }
    for (double& share : shares) share /= static_cast<double>(shop().histories.items.size());
    for (const Pattern pattern :
         {Pattern::Repeat, Pattern::AfterGap, Pattern::Bundle, Pattern::Chain, Pattern::Noise}) {
        EXPECT_GT(shares[static_cast<std::size_t>(pattern)], 0.08) << patternName(pattern);
    }
    EXPECT_LT(shares[static_cast<std::size_t>(Pattern::Noise)], 0.35);
}

TEST(SampleShop, ATenthOfTheTestTargetsComesFromAGapPattern) {
    int cases = 0;
    for (std::int32_t user = 0; user < 2000; ++user) {
        cases += causeOf(user, shop().histories.of(user).size() - 1).pattern == Pattern::AfterGap;
    }
    EXPECT_GE(cases, 200);
}

TEST(SampleShop, CausesMatchTheirPattern) {
    std::set<std::int32_t> gaps;
    for (std::int32_t user = 0; user < 2000; ++user) {
        const auto history = shop().histories.of(user);
        for (std::size_t i = 0; i < history.size(); ++i) {
            const PlantedCause& cause = causeOf(user, i);
            ASSERT_EQ(cause.position, static_cast<std::int32_t>(i));
            const auto at = [&](std::size_t k) { return history[static_cast<std::size_t>(cause.causes[k])]; };
            switch (cause.pattern) {
                case Pattern::Start:
                case Pattern::Noise:
                    EXPECT_TRUE(cause.causes.empty());
                    break;
                case Pattern::Repeat:
                    EXPECT_EQ(history[i - 4], history[i]);  // a film is repeated four visits later
                    break;
                case Pattern::AfterGap: {
                    const std::pair<Token, Token> pair(at(0), history[i]);
                    EXPECT_EQ(std::count(shop().rules.pairs.begin(), shop().rules.pairs.end(), pair), 1);
                    gaps.insert(cause.position - cause.causes[0]);
                    break;
                }
                case Pattern::Bundle:
                    for (std::size_t k = 0; k < cause.causes.size(); ++k) EXPECT_NE(at(k), history[i]);
                    EXPECT_FALSE(cause.causes.empty());
                    break;
                case Pattern::Chain:
                    EXPECT_EQ(cause.causes[0], cause.position - 1);
                    break;
            }
        }
    }
    EXPECT_EQ(gaps, (std::set<std::int32_t>{2, 3, 4, 5, 6, 7, 8}));
}

TEST(SampleShop, TheTrueDistributionSumsToOneWithZeroForPaddingAndMask) {
    for (std::int32_t user = 0; user < 50; ++user) {
        const auto history = shop().histories.of(user);
        for (std::size_t length = 0; length < history.size(); ++length) {
            const auto p = trueNextItem(shop(), history.first(length));
            ASSERT_EQ(p.size(), 162u);
            EXPECT_EQ(p.front(), 0);
            EXPECT_EQ(p.back(), 0);
            EXPECT_NEAR(std::accumulate(p.begin(), p.end(), 0.0), 1, 1e-5);  // 162 roundings of 2^-24 at most
        }
    }
}

TEST(SampleShop, TheTrueDistributionIsTheOneTheDataWasDrawnFrom) {
    // The mean of -log p(next) must equal the mean entropy: both estimate the same number when p is the truth. For each
    // position the difference has mean 0 and a known variance, so five standard errors are the tolerance.
    double difference = 0, variance = 0;
    for (std::int32_t user = 0; user < 2000; ++user) {
        const auto history = shop().histories.of(user);
        for (std::size_t i = 0; i < history.size(); ++i) {
            const auto p = trueNextItem(shop(), history.first(i));
            double entropy = 0, secondMoment = 0;
            for (const float share : p) {
                if (share <= 0) continue;
                const double surprise = -std::log(static_cast<double>(share));
                entropy += static_cast<double>(share) * surprise;
                secondMoment += static_cast<double>(share) * surprise * surprise;
            }
            difference += -std::log(static_cast<double>(p[static_cast<std::size_t>(history[i])])) - entropy;
            variance += secondMoment - entropy * entropy;
        }
    }
    EXPECT_LT(std::abs(difference), 5 * std::sqrt(variance));
}

TEST(SampleShop, FrequenciesMatchTheTrueProbabilities) {
    // Items whose probability is between 0.3 and 0.5 must occur as often as these probabilities say.
    double expected = 0, variance = 0;
    int seen = 0;
    for (std::int32_t user = 0; user < 2000; ++user) {
        const auto history = shop().histories.of(user);
        for (std::size_t i = 0; i < history.size(); ++i) {
            const auto p = trueNextItem(shop(), history.first(i));
            for (std::size_t token = 1; token < p.size(); ++token) {
                const auto share = static_cast<double>(p[token]);
                if (share < 0.3 || share > 0.5) continue;
                expected += share;
                variance += share * (1 - share);
                seen += history[i] == static_cast<Token>(token);
            }
        }
    }
    EXPECT_GT(expected, 1000);
    EXPECT_NEAR(seen, expected, 5 * std::sqrt(variance));
}

TEST(SampleShop, TheLastSeasonIsNearlyCertainOnlyOnceTheOthersAreKnown) {
    // After one season of a series, the next item is one of the three others; after three, only the last one is left.
    const auto& bundle = shop().rules.bundles[0];
    const std::vector<Token> first = {bundle[0]};
    const auto afterOne = trueNextItem(shop(), first);
    const std::vector<Token> three = {bundle[0], bundle[1], bundle[2]};
    const auto afterThree = trueNextItem(shop(), three);
    const auto last = static_cast<std::size_t>(bundle[3]);
    EXPECT_LT(afterOne[last], 0.35f);
    EXPECT_GT(afterThree[last], 0.75f);
}

class StoredSample : public testing::Test {
protected:
    TemporaryFolder m_folder;
    Workspace m_workspace = Workspace::open(m_folder / "a.recscope");
};

TEST_F(StoredSample, StoresTheBestReachableMetrics) {
    const DatasetInfo info = ensureSampleDataset(m_workspace, {}, {});
    const auto facts = nlohmann::json::parse(info.sampleFacts);
    for (const char* split : {"valid", "test"}) {
        const double ndcg = facts["best_reachable"][split]["ndcg@10"];
        EXPECT_GT(ndcg, 0.6) << split;
        EXPECT_LT(ndcg, 0.9) << split;
    }
    EXPECT_EQ(facts["best_reachable"]["protocol"]["seen"], "kept");
    EXPECT_EQ(facts["patterns"].size(), 6u);
}

TEST_F(StoredSample, ItsDefaultProtocolIsThatOfTheBestReachableMetrics) {
    Protocol expected;
    expected.seen = SeenItems::Kept;
    EXPECT_EQ(Protocol::defaultFor(shop().histories), expected);
}

TEST_F(StoredSample, IsReadBackUnchanged) {
    const DatasetInfo info = ensureSampleDataset(m_workspace, {}, {});
    DatasetStore store(m_workspace);
    EXPECT_EQ(store.histories(info.id).items, shop().histories.items);
    const auto causes = store.plantedCauses(info.id, 17);
    ASSERT_EQ(causes.size(), shop().causes[17].size());
    for (std::size_t i = 0; i < causes.size(); ++i) EXPECT_EQ(causes[i].causes, shop().causes[17][i].causes);
    EXPECT_EQ(store.history(info.id, 3)[2].time, shop().times[3][2]);
    EXPECT_EQ(store.userById(info.id, "1").user, 0);
    EXPECT_EQ(info.tiedTimeShare, 0);
}

TEST_F(StoredSample, IsGeneratedOnce) {
    const DatasetId id = ensureSampleDataset(m_workspace, {}, {}).id;
    EXPECT_EQ(ensureSampleDataset(m_workspace, {}, {}).id, id);
}

TEST_F(StoredSample, AStopLeavesNoDataset) {
    std::stop_source source;
    source.request_stop();
    EXPECT_ERROR(ensureSampleDataset(m_workspace, {}, source.get_token()), ErrorKind::Cancelled, "Stopped");
    EXPECT_TRUE(DatasetStore(m_workspace).list().empty());
}

}  // namespace
}  // namespace recscope
