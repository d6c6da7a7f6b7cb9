// SPDX-License-Identifier: GPL-3.0-or-later
// Tests fold-in of a user who is not in the training data, for every model that reads the user.
#include "core/recommender/fold_in.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "../learn_support.h"
#include "core/explain/scores/inference_session.h"
#include "core/explain/scores/reading_sentences.h"
#include "core/explain/scores/what_if.h"
#include "core/metrics/baselines.h"
#include "core/metrics/metrics.h"
#include "core/recommender/model_entry.h"
#include "core/recommender/recommender.h"
#include "core/recommender/registry.h"
#include "core/recommender/safetensors.h"
#include "core/recommender/training_module.h"
#include "core/recommender/weights.h"
#include "core/train/trainer.h"
#include "core/util/error.h"
#include "core/util/random.h"

namespace recscope {
namespace {

constexpr std::int32_t kTastes = 3, kItemsPerTaste = 6, kShared = 4;
constexpr std::int32_t kItems = kTastes * kItemsPerTaste + kShared;

/// Users of three tastes. Histories alternate between items of the user's taste and items that all tastes share, so
/// that the last item of an input does not reveal the taste. The last item of a history belongs to the taste.
Histories tastes(int users, std::uint64_t seed) {
    Histories histories;
    histories.itemCount = kItems;
    Random random({seed});
    for (int user = 0; user < users; ++user) {
        std::vector<Token> history;
        for (int i = 0; i < 10; ++i) {
            history.push_back(1 + (user % kTastes) * kItemsPerTaste + static_cast<Token>(random.below(kItemsPerTaste)));
            history.push_back(1 + kTastes * kItemsPerTaste + static_cast<Token>(random.below(kShared)));
        }
        history.push_back(1 + (user % kTastes) * kItemsPerTaste + static_cast<Token>(random.below(kItemsPerTaste)));
        histories.append(history);
    }
    return histories;
}

struct Case {
    const char* name;
    const char* model;
    std::vector<std::pair<const char*, const char*>> keys;
};
std::ostream& operator<<(std::ostream& out, const Case& given) {
    return out << given.name;
}

const Case kCases[] = {
    {"BprMf", "bpr_mf", {{"dim", "8"}}},
    {"BprMfByPopularity", "bpr_mf", {{"dim", "8"}, {"negatives_from", "interactions"}}},
    {"NeuMf", "ncf", {{"dim", "8"}, {"batch_size", "64"}}},
    {"Dot", "ncf", {{"scorer", "dot"}, {"dim", "8"}, {"learning_rate", "0.02"}}},
    {"Fpmc", "fpmc", {{"dim", "8"}}},
    {"TransRec", "transrec", {{"dim", "8"}}},
    {"Caser", "caser", {{"dim", "8"}, {"window", "1"}, {"batch_size", "64"}, {"dropout", "0"}}},
};

std::vector<float> scoresOf(Recommender& model, std::span<const Token> history, std::optional<std::int32_t> user) {
    const Query query{.history = history, .user = user};
    std::vector<float> scores;
    model.score({&query, 1}, [&](std::size_t, std::span<const float> row) { scores.assign(row.begin(), row.end()); },
                {});
    return scores;
}

/// The numbers of each tensor, by name.
std::map<std::string, std::vector<float>> numbers(const SafeTensors& weights) {
    std::map<std::string, std::vector<float>> all;
    for (const auto& [name, tensor] : weights.tensors) {
        const torch::Tensor flat = tensor.contiguous();
        all[name].assign(flat.data_ptr<float>(), flat.data_ptr<float>() + flat.numel());
    }
    return all;
}

class FoldIn : public testing::TestWithParam<Case> {
protected:
    FoldIn() : m_config(presetFor(GetParam().model, "quick", DatasetInfo()).config) {
        for (const auto& [key, value] : GetParam().keys) setConfigValue(m_config, key, value);
        m_model = makeRecommender(m_config, {.itemCount = kItems, .userCount = m_histories.userCount()},
                                  InitialWeights::Random);
        const auto module = m_model->makeTrainingModule(m_config, Device::Cpu);
        module->setTrainingData(m_histories);
        std::int64_t step = 0;
        for (std::int64_t epoch = 1; epoch <= 60; ++epoch) {
            module->startEpoch(epoch, 0);
            for (std::int64_t i = 0; i < module->stepsPerEpoch(); ++i)
                module->step(step++, m_config.training.learningRate, {});
        }
    }
    FoldedIn folded(std::span<const Token> history) const { return foldIn(*m_model, m_config, history, {}); }

    RunConfig m_config;
    const Histories m_histories = tastes(90, 5);
    std::unique_ptr<Recommender> m_model;
};

TEST_P(FoldIn, TheSameHistoryGivesTheSameVectorAndAnotherHistoryAnother) {
    const std::span<const Token> history = m_histories.of(0), other = m_histories.of(1);
    const FoldedIn first = folded(history), second = folded(history), third = folded(other);
    EXPECT_EQ(first.steps, kFoldInSteps);
    EXPECT_EQ(numbers(first.recommender->weights()), numbers(second.recommender->weights()));
    EXPECT_NE(numbers(first.recommender->weights()), numbers(third.recommender->weights()));
    EXPECT_EQ(scoresOf(*first.recommender, history, 0), scoresOf(*second.recommender, history, 0));
}

TEST_P(FoldIn, NothingElseOfTheModelChanges) {
    const auto before = numbers(m_model->weights());
    const FoldedIn folding = folded(m_histories.of(0));
    EXPECT_EQ(numbers(m_model->weights()), before);
    auto after = numbers(folding.recommender->weights());
    // A user tensor now has two rows: that of an unknown user, which is unchanged, and that of the new user.
    for (const std::string& name : m_model->userTensors()) {
        const std::vector<float>& table = after.at(name);
        const std::vector<float> unknown(before.at(name).begin(),
                                         before.at(name).begin() + static_cast<std::ptrdiff_t>(table.size() / 2));
        EXPECT_TRUE(std::equal(unknown.begin(), unknown.end(), table.begin())) << name;
        after.at(name) = before.at(name);
    }
    EXPECT_EQ(after, before);
}

TEST_P(FoldIn, TrainingChangesTheUserVectorAlone) {
    Histories single;
    single.itemCount = kItems;
    single.append(m_histories.of(0));
    const auto module = m_model->makeTrainingModule(m_config, Device::Cpu);
    module->trainOnlyUsers();
    module->setTrainingData(single);
    auto before = numbers(m_model->weights());
    module->startEpoch(1, 0);
    for (std::int64_t i = 0; i < module->stepsPerEpoch(); ++i) module->step(i, m_config.training.learningRate, {});
    auto after = numbers(m_model->weights());
    for (const std::string& name : m_model->userTensors()) {
        EXPECT_NE(after.at(name), before.at(name)) << name;
        before.erase(name);
        after.erase(name);
    }
    EXPECT_EQ(after, before);
}

/// Ranks the same next item of unknown users with and without the fold-in.
TEST_P(FoldIn, RanksNextItemsBetterThanTheFallbackOfAnUnknownUser) {
    const Histories others = tastes(60, 17);
    int better = 0, worse = 0;
    double refitted = 0, fallback = 0;
    for (std::int32_t user = 0; user < others.userCount(); ++user) {
        const std::span<const Token> history = others.input(user, Split::Test);
        const Token next = others.target(user, Split::Test);
        const std::int32_t without = rankAmongAll(scoresOf(*m_model, history, {}), next, {}).rank;
        const std::int32_t with = rankAmongAll(scoresOf(*folded(history).recommender, history, 0), next, {}).rank;
        better += with < without;
        worse += with > without;
        fallback += without;
        refitted += with;
    }
    RecordProperty("mean_rank_refitted", std::to_string(refitted / others.userCount()));
    RecordProperty("mean_rank_fallback", std::to_string(fallback / others.userCount()));
    // A sign test over 60 users: 40 better and 20 worse are 2.6 standard errors from equality.
    EXPECT_GT(better, 2 * worse) << "mean rank " << refitted / others.userCount() << " refitted, "
                                 << fallback / others.userCount() << " fallback";
    EXPECT_LT(refitted, fallback);
}

TEST_P(FoldIn, HiddenItemsAreIgnored) {
    std::vector<Token> history(m_histories.of(0).begin(), m_histories.of(0).end());
    const auto plain = numbers(folded(history).recommender->weights());
    history.insert(history.begin() + 3, kHiddenItem);
    EXPECT_EQ(numbers(folded(history).recommender->weights()), plain);
}

TEST_P(FoldIn, ThrowsWhenStopped) {
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW(foldIn(*m_model, m_config, m_histories.of(0), stop.get_token()), Error);
}

TEST_P(FoldIn, AHistoryWithoutATrainingSampleGivesTheMeanUser) {
    const std::vector<Token> history = {3};
    const FoldedIn folding = folded(history);
    if (folding.steps > 0) GTEST_SKIP() << "one item is a sample of this model";
    const std::string name = m_model->userTensors().front();
    const std::vector<float> table = numbers(m_model->weights()).at(name),
                             foldedTable = numbers(folding.recommender->weights()).at(name);
    const std::size_t d = foldedTable.size() / 2, users = table.size() / d - 1;
    for (std::size_t c = 0; c < d; ++c) {
        double mean = 0;
        for (std::size_t user = 1; user <= users; ++user) mean += static_cast<double>(table[user * d + c]) / users;
        EXPECT_NEAR(foldedTable[d + c], mean, 1e-5);
    }
}

TEST_P(FoldIn, AnUnknownUserIsScoredAsDeclared) {
    const UnknownUser declared = m_model->capabilities().unknownUser;
    const auto weights = numbers(m_model->weights());
    const std::vector<float>& table = weights.at(m_model->userTensors().front());
    const std::size_t d = table.size() / static_cast<std::size_t>(m_histories.userCount() + 1);
    const auto zeros = static_cast<std::size_t>(std::count(table.begin(), table.begin() + static_cast<int>(d), 0.0F));
    const std::vector<float> scores = scoresOf(*m_model, m_histories.of(0), {});
    const std::vector<float> counts = popularityScores(m_histories);
    bool asPopular = true;
    for (Token a = 1; a <= kItems; ++a) {
        const auto i = static_cast<std::size_t>(a);
        asPopular = asPopular && std::abs(scores[i] - std::log(counts[i])) < 1e-4F;
    }
    EXPECT_EQ(asPopular, declared == UnknownUser::Popularity);
    if (declared == UnknownUser::HistoryAlone) {
        EXPECT_EQ(zeros, d);
    }
    if (declared == UnknownUser::MeanUser) {
        double mean = 0;
        for (std::size_t row = 1; row < table.size() / d; ++row) mean += static_cast<double>(table[row * d]);
        EXPECT_NEAR(table[0], mean / m_histories.userCount(), 1e-5);
    }
}

INSTANTIATE_TEST_SUITE_P(Models, FoldIn, testing::ValuesIn(kCases),
                         [](const auto& info) { return std::string(info.param.name); });

/// Trains and stores a run of one model.
class Refit : public testing::TestWithParam<std::string> {
protected:
    void SetUp() override {
        TrainObserver observer;
        PauseSwitch pause;
        m_histories = tastes(45, 5);
        const DatasetId dataset = addDataset(m_workspace, m_histories).id;
        RunConfig config = smallConfig(GetParam());
        m_run =
            train(m_workspace, {.dataset = dataset, .config = config, .runName = "run", .device = DeviceChoice::Cpu},
                  observer, pause, {})
                .id;
    }
    TemporaryWorkspace m_temporary;
    Workspace m_workspace = m_temporary.open();
    Histories m_histories;
    RunId m_run = 0;
};

TEST_P(Refit, AnEmptiedHistoryFallsBackToPopularityAndStatesThis) {
    const InferenceSession inference = InferenceSession::load(m_workspace, m_run).forUser(3);
    for (const std::vector<Token>& emptied : {std::vector<Token>(), {kHiddenItem, kHiddenItem}}) {
        const InferenceSession refitted = inference.refitted(m_workspace, emptied);
        EXPECT_EQ(refitted.userVector(), UserVector::Popularity);
        EXPECT_NE(userVectorSentence(inference.capabilities(), inference.run(), refitted.userVector())
                      .find("The history is empty; popularity is used instead"),
                  std::string::npos);
        const std::vector<float> counts = popularityScores(m_histories);
        const Explanation answer = refitted.explain({}, kItems);
        ASSERT_EQ(answer.recommendations.size(), static_cast<std::size_t>(kItems));
        for (std::size_t i = 1; i < answer.recommendations.size(); ++i)
            EXPECT_GE(counts[static_cast<std::size_t>(answer.recommendations[i - 1].token)],
                      counts[static_cast<std::size_t>(answer.recommendations[i].token)]);
        EXPECT_GT(counts[static_cast<std::size_t>(answer.recommendations.front().token)],
                  counts[static_cast<std::size_t>(answer.recommendations.back().token)]);
    }
}

TEST_P(Refit, StatesWhichUserVectorIsUsed) {
    const InferenceSession unknownUser = InferenceSession::load(m_workspace, m_run);
    EXPECT_EQ(unknownUser.userVector(), UserVector::Unknown);
    EXPECT_EQ(unknownUser.forUser(2).userVector(), UserVector::Trained);
    EXPECT_EQ(unknownUser.refitted(m_workspace, m_histories.of(0)).userVector(), UserVector::Refitted);
    const auto stated = [&](UserVector vector) {
        return userVectorSentence(unknownUser.capabilities(), unknownUser.run(), vector);
    };
    EXPECT_NE(stated(UserVector::Trained).find("keeps the vector"), std::string::npos);
    EXPECT_NE(stated(UserVector::Refitted).find("refitted"), std::string::npos);
    EXPECT_THROW(unknownUser.refitted(m_workspace, std::vector<Token>{kItems + 1}), Error);
}

TEST_P(Refit, OnlyTheEditChangesScores) {
    const InferenceSession inference = InferenceSession::load(m_workspace, m_run).forUser(0);
    const std::vector<Token> history(m_histories.of(0).begin(), m_histories.of(0).end() - 1);
    // Nothing is edited, and neither side uses the user's trained vector: all scores are equal.
    const auto moved = [](const ListChange& change) {
        return std::any_of(change.moves.begin(), change.moves.end(),
                           [](const RankMove& move) { return move.before.score != move.after.score; });
    };
    const RefittedChange same = refittedListChange(
        inference, m_workspace, {.histories = {history, history}, .topK = 5, .requested = {}, .alsoSeen = {}});
    EXPECT_FALSE(moved(same.change));
    std::vector<Token> other = history;
    for (std::size_t i = 0; i < 8; i += 2) other[i] = 1 + kItemsPerTaste;  // of another taste, far from the end
    const WhatIfQuestion question{.histories = {history, other}, .topK = 5, .requested = {}, .alsoSeen = {}};
    const RefittedChange refitted = refittedListChange(inference, m_workspace, question);
    EXPECT_TRUE(moved(refitted.change));
    EXPECT_EQ(refitted.after, UserVector::Refitted);
    EXPECT_FALSE(moved(listChange(inference, question))) << "with the trained vector the edit changes no score";
}

INSTANTIATE_TEST_SUITE_P(Models, Refit, testing::Values("bpr_mf", "ncf", "fpmc", "transrec", "caser"),
                         [](const auto& info) { return info.param; });

TEST(RefitOfAModelWithoutUsers, IsRefused) {
    TemporaryWorkspace temporary;
    Workspace workspace = temporary.open();
    TrainObserver observer;
    PauseSwitch pause;
    const DatasetId dataset = addDataset(workspace, ringHistories()).id;
    const RunRecord run = train(
        workspace, {.dataset = dataset, .config = smallConfig("fmc"), .runName = "run", .device = DeviceChoice::Cpu},
        observer, pause, {});
    const InferenceSession inference = InferenceSession::load(workspace, run.id);
    EXPECT_EQ(inference.userVector(), UserVector::NotRead);
    EXPECT_THROW(inference.refitted(workspace, std::vector<Token>{1, 2}), Error);
}

TEST(UserTensors, ExistExactlyWhereTheUserIsRead) {
    for (const ModelInfo& info : modelInfos()) {
        const RunConfig config = smallConfig(info.name);
        const auto model = makeRecommender(config, {.itemCount = 12, .userCount = 5}, InitialWeights::Loaded);
        const Capabilities can = model->capabilities();
        EXPECT_EQ(!model->userTensors().empty(), can.readsUser) << info.name;
        EXPECT_EQ(can.unknownUser != UnknownUser::NotNeeded, can.readsUser) << info.name;
        const SafeTensors weights = model->weights();
        for (const std::string& name : model->userTensors()) EXPECT_EQ(weights.tensors.at(name).size(0), 6) << name;
    }
}

}  // namespace
}  // namespace recscope
