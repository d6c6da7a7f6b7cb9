// SPDX-License-Identifier: GPL-3.0-or-later
// Compares HSTU with tests/golden/hstu/make.py (PyTorch), and tests what depends on times.
#include "core/models/hstu/hstu.h"

#include <gtest/gtest.h>

#include <cmath>

#include "../../support/golden_file.h"
#include "../../support/minibatch_golden.h"
#include "core/models/hstu/hstu_config.h"
#include "core/models/hstu/hstu_net.h"
#include "core/models/hstu/hstu_task.h"
#include "core/recommender/registry.h"

namespace recscope {
namespace {

using GoldenCase = std::tuple<const char*, int>;  ///< name of the golden file, number of threads

/// The training histories of a golden file, each with its times, and the negatives of its positions.
struct Samples {
    explicit Samples(const GoldenFile& file, std::int64_t negativesPerPosition) {
        const std::vector<Token> items = file.tokens("items"), times = file.tokens("times"),
                                 drawn = file.tokens("negatives");
        std::size_t next = 0;
        auto negative = drawn.begin();
        for (const std::int32_t length : file.tokens("lengths")) {
            const auto count = static_cast<std::size_t>(length);
            OwnedHistory& history = histories.emplace_back();
            for (std::size_t i = next; i < next + count; ++i) {
                history.items.push_back(items[i]);
                history.times.push_back(times[i]);
            }
            next += count;
            negatives.emplace_back(negative, negative + (length - 1) * negativesPerPosition);
            negative += (length - 1) * negativesPerPosition;
        }
    }

    void add(std::size_t sample, HstuBatch& to) const {
        const OwnedHistory& history = histories[sample];
        to.rows.tokens.insert(to.rows.tokens.end(), history.items.begin(), history.items.end() - 1);
        to.rows.times.insert(to.rows.times.end(), history.times.begin(), history.times.end() - 1);
        to.rows.nextTimes.insert(to.rows.nextTimes.end(), history.times.begin() + 1, history.times.end());
        to.rows.starts.push_back(static_cast<std::int32_t>(to.rows.tokens.size()));
        to.targets.insert(to.targets.end(), history.items.begin() + 1, history.items.end());
        to.negatives.insert(to.negatives.end(), negatives[sample].begin(), negatives[sample].end());
    }

    std::vector<OwnedHistory> histories;
    std::vector<std::vector<Token>> negatives;
};

class HstuGolden : public testing::TestWithParam<GoldenCase> {};

TEST_P(HstuGolden, FiveStepsAndFinalScoresEqualPyTorch) {
    const GoldenFile file(std::string("hstu/") + std::get<0>(GetParam()));
    const int threads = std::get<1>(GetParam());
    const HstuConfig& hstu = hstuOf(file.config());
    Hstu model(file.config(), {.itemCount = file.number("items"), .userCount = 1}, InitialWeights::Loaded);
    model.setWeights(file.group("weight"));
    const Samples samples(file, hstu.negatives);
    MinibatchStep step(model.tensors(), file.config().training, threads);
    std::vector<HstuNet> nets;
    for (int worker = 0; worker < threads; ++worker) nets.emplace_back(hstu, step.parameters(worker));
    const auto perStep = static_cast<std::size_t>(file.config().training.batchSize);
    expectStepsEqual(file, model.tensors(), step, samples.histories.size(), perStep,
                     [&](int worker, const std::vector<std::size_t>& chosen, std::int64_t, kernels::Arena& arena) {
                         if (chosen.empty()) return 0.0;
                         HstuBatch batch;
                         for (const std::size_t sample : chosen) samples.add(sample, batch);
                         std::int64_t predictions = 0;  // of the whole step
                         const std::size_t first = chosen.front() / perStep * perStep;
                         for (std::size_t sample = first; sample < first + perStep; ++sample)
                             predictions += std::ssize(samples.histories[sample].items) - 1;
                         return computeHstuGradients(nets[static_cast<std::size_t>(worker)], hstu, batch,
                                                     /*dropoutSeed=*/0, predictions, arena);
                     });
    std::vector<Query> queries;
    for (const OwnedHistory& history : samples.histories) {
        const History whole = history;
        queries.push_back({.history = whole.first(whole.size() - 1), .user = {}, .time = history.times.back()});
    }
    expectScoresEqual(file, model, queries);
}

INSTANTIATE_TEST_SUITE_P(PyTorch, HstuGolden,
                         testing::Combine(testing::Values("both", "positions", "bare"), testing::Values(1, 2)),
                         [](const auto& info) {
                             return std::string(std::get<0>(info.param)) + "_" +
                                    std::to_string(std::get<1>(info.param)) +
                                    (std::get<1>(info.param) == 1 ? "_thread" : "_threads");
                         });

TEST(TimeRanges, AreThoseOfThePaper) {
    EXPECT_EQ(timeRangeOf(0), 0);
    EXPECT_EQ(timeRangeOf(-1), 0);
    for (const std::int64_t seconds : {2, 3, 10, 60, 3600, 86'400, 31'536'000, 1'600'000'000}) {
        const auto expected = static_cast<std::int32_t>(std::floor(std::log(static_cast<double>(seconds)) / 0.301));
        EXPECT_EQ(timeRangeOf(seconds), expected) << seconds;
        EXPECT_EQ(timeRangeOf(-seconds), expected) << seconds;
    }
    EXPECT_LT(timeRangeOf(std::numeric_limits<std::int64_t>::max()), kTimeRanges);
}

class TimedHstu : public testing::Test {
protected:
    static RunConfig config() {
        RunConfig made = defaultConfig("hstu");
        hstuOf(made).dim = 8;
        hstuOf(made).maxLength = 6;
        return made;
    }
    std::vector<float> scores(const History& history, std::optional<std::int64_t> time) {
        const Query query{.history = history, .user = {}, .time = time};
        std::vector<float> values;
        m_model.score({&query, 1},
                      [&](std::size_t, std::span<const float> row) { values.assign(row.begin(), row.end()); }, {});
        return values;
    }
    Hstu m_model{config(), {.itemCount = 12, .userCount = 1}, InitialWeights::Random};
    const OwnedHistory m_history{{3, 4, 5, 6}, {1000, 2000, 90'000, 100'000}};
};

TEST_F(TimedHstu, ScoresDependOnTheTimesAndOnTheTimeOfTheQuery) {
    const std::vector<float> soon = scores(m_history, 100'060);
    EXPECT_NE(soon, scores(m_history, 100'000'000));
    OwnedHistory later = m_history;
    later.times[0] = 1;
    later.times[1] = 80'000;
    EXPECT_NE(soon, scores(later, 100'060));
    EXPECT_EQ(scores(m_history, {}), scores(m_history, 100'000)) << "without a time, that of the newest item";
}

TEST_F(TimedHstu, AHistoryWithoutTimesIsReadWithoutThem) {
    const std::vector<float> plain = scores(m_history.items, {});
    EXPECT_NE(plain, scores(m_history, {}));
    EXPECT_EQ(plain, scores(m_history.items, 5));
}

TEST_F(TimedHstu, AHiddenPositionIsReadByNoOther) {
    OwnedHistory hidden = m_history, other = m_history;
    hidden.items[1] = other.items[1] = kHiddenItem;
    other.times[1] = 1500;
    EXPECT_EQ(scores(hidden, 200'000), scores(other, 200'000));
    EXPECT_NE(scores(hidden, 200'000), scores(m_history, 200'000));
    const AttentionResult answer = m_model.attend({.history = hidden, .user = {}, .time = 200'000}, {});
    for (std::int32_t row = 0; row < answer.maps.size; ++row) EXPECT_EQ(answer.maps.at(0, 0, row, 1), 0) << row;
}

TEST_F(TimedHstu, WeightsAreCausalAndNeedNotSumToOne) {
    const AttentionResult answer = m_model.attend({.history = m_history, .user = {}, .time = 200'000}, {});
    ASSERT_EQ(answer.maps.size, 4);
    for (std::int32_t row = 0; row < 4; ++row) {
        float sum = 0;
        for (std::int32_t column = 0; column < 4; ++column) {
            if (column > row) {
                EXPECT_EQ(answer.maps.at(1, 0, row, column), 0);
            }
            sum += answer.maps.at(1, 0, row, column);
        }
        EXPECT_LT(std::abs(sum), 0.9F) << "a softmax would sum to 1";
    }
    EXPECT_EQ(answer.scores, scores(m_history, 200'000));
}

TEST_F(TimedHstu, SwitchingAllHeadsOffLeavesTheNewestItem) {
    const auto off = m_model.withoutHeads(std::vector<HeadId>{{.layer = 0, .head = 0}, {.layer = 1, .head = 0}});
    const Query query{.history = m_history, .user = {}, .time = 200'000};
    std::vector<float> without;
    off->score({&query, 1}, [&](std::size_t, std::span<const float> row) { without.assign(row.begin(), row.end()); },
               {});
    EXPECT_NE(without, scores(m_history, 200'000));
    OwnedHistory changed = m_history;
    changed.items[0] = 9;
    const Query other{.history = changed, .user = {}, .time = 200'000};
    std::vector<float> unread;
    off->score({&other, 1}, [&](std::size_t, std::span<const float> row) { unread.assign(row.begin(), row.end()); },
               {});
    EXPECT_EQ(without, unread);
}

}  // namespace
}  // namespace recscope
