// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/sequentiality.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/data/sample_shop.h"
#include "core/util/error.h"

namespace recscope {
namespace {

const Histories& sample() {
    static const Histories histories = makeSampleShop().histories;
    return histories;
}

const Sequentiality& sampleReport() {
    static const Sequentiality report = measureSequentiality(sample(), {}, {});
    return report;
}

const Sequentiality& shuffledReport() {
    static const Sequentiality report = measureSequentiality(shuffledHistories(sample(), 99), {}, {});
    return report;
}

TEST(Sequentiality, ShufflingKeepsTheItemsOfEachUser) {
    const Histories shuffled = shuffledHistories(sample(), 1);
    EXPECT_EQ(shuffled.offsets, sample().offsets);
    EXPECT_NE(shuffled.items, sample().items);
    for (const std::int32_t user : {0, 7, 1999}) {
        std::vector<Token> a(shuffled.of(user).begin(), shuffled.of(user).end());
        std::vector<Token> b(sample().of(user).begin(), sample().of(user).end());
        std::sort(a.begin(), a.end());
        std::sort(b.begin(), b.end());
        EXPECT_EQ(a, b);
    }
    EXPECT_EQ(shuffledHistories(sample(), 1).items, shuffled.items);
}

TEST(Sequentiality, TheSampleCinemaIsSequential) {
    EXPECT_EQ(sampleReport().verdict, Verdict::Sequential);
    EXPECT_LT(sampleReport().bits, sampleReport().shuffledBits.mean - 10 * sampleReport().shuffledBits.halfWidth);
    EXPECT_GT(sampleReport().ndcg10Gain.mean, sampleReport().ndcg10Gain.halfWidth);
    EXPECT_EQ(sampleReport().sentences()[0].substr(0, 4), "Yes,");
}

TEST(Sequentiality, AShuffledCopyOfTheSampleIsNotSequential) {
    EXPECT_EQ(shuffledReport().verdict, Verdict::NotSequential);
    EXPECT_EQ(shuffledReport().sentences()[0].substr(0, 3), "No,");
}

TEST(Sequentiality, TheSameHistoriesGiveTheSameReport) {
    EXPECT_EQ(measureSequentiality(sample(), {}, {}).toJson(), sampleReport().toJson());
}

TEST(Sequentiality, AJsonRoundTripChangesNothing) {
    const std::string json = sampleReport().toJson();
    EXPECT_EQ(Sequentiality::fromJson(json).toJson(), json);
    EXPECT_EQ(nlohmann::json::parse(json).at("protocol").at("name"), "full");
}

TEST(Sequentiality, OnUniformNoiseTheOrderGainsNothing) {
    // Each of the 16 items is equally likely to come next: log2 16 = 4 bits.
    Histories noise = shuffledHistories(sample(), 3);
    std::uint64_t state = 1;
    noise.itemCount = 16;
    for (Token& token : noise.items) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        token = kFirstItemToken + static_cast<Token>(state >> 60);
    }
    const Sequentiality report = measureSequentiality(noise, {}, {});
    EXPECT_EQ(report.verdict, Verdict::NotSequential);
    EXPECT_NEAR(report.bits, 4, 0.01);
    EXPECT_NEAR(report.popularityBits, 4, 0.01);
    EXPECT_NEAR(report.repeatShare, 1.0 / 16, 0.005);
}

TEST(Sequentiality, ACycleIsFullyPredictable) {
    Histories cycles;
    cycles.itemCount = 4;
    for (int i = 0; i < 200; ++i) cycles.append(std::vector<Token>{1, 2, 3, 4, 1, 2, 3, 4});
    const Sequentiality report = measureSequentiality(cycles, {}, {});
    EXPECT_EQ(report.transitions, 1400);
    EXPECT_EQ(report.verdict, Verdict::Sequential);
    EXPECT_LT(report.bits, 0.05);
    EXPECT_EQ(report.repeatShare, 0);
    EXPECT_GT(report.shuffledRepeatShare.mean, 0.1);  // 1 in 7 by chance
    EXPECT_EQ(report.protocol.seen, SeenItems::Kept);
    EXPECT_EQ(report.bigram.hr1, 1);
}

TEST(Sequentiality, TooLittleDataGetsNoVerdict) {
    Histories few;
    few.itemCount = 3;
    few.append(std::vector<Token>{1, 2, 3});
    const Sequentiality report = measureSequentiality(few, {}, {});
    EXPECT_EQ(report.verdict, Verdict::TooLittle);
    EXPECT_NE(report.sentences()[0].find("too little"), std::string::npos);
    few = {};
    few.itemCount = 1;
    EXPECT_EQ(measureSequentiality(few, {}, {}).verdict, Verdict::TooLittle);
}

TEST(Sequentiality, TheSentenceNamesNoMoreChoicesThanItems) {
    Sequentiality report;
    report.verdict = Verdict::NotSequential;
    report.items = 220;
    report.bits = 7.6;                // 2^7.6 = 194
    report.shuffledBits.mean = 7.85;  // 2^7.85 = 231
    EXPECT_NE(report.sentences()[0].find("like picking among 190 equally likely items; with every history shuffled, it "
                                         "is no better than choosing at random among all 220."),
              std::string::npos)
        << report.sentences()[0];
    EXPECT_EQ(Sequentiality::fromJson(report.toJson()).items, 220);
}

TEST(Sequentiality, CanBeStoppedBetweenTheShuffles) {
    std::stop_source stop;
    const auto stopAfterThree = [&](const Progress& progress) {
        if (progress.done == 3) stop.request_stop();
    };
    EXPECT_THROW(measureSequentiality(sample(), stopAfterThree, stop.get_token()), Error);
}

}  // namespace
}  // namespace recscope
