// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the error that all processes of a process group report when one of them fails.
#include "core/train/distributed_training.h"

#include <gtest/gtest.h>

#include <limits>

#include "core/recommender/distributed_evaluation.h"
#include "core/recommender/distributed_training_module.h"
#include "core/recommender/recommender.h"
#include "core/recommender/registry.h"
#include "core/recommender/training_module.h"
#include "core/train/shared_run.h"
#include "group_processes.h"

namespace recscope::test {
namespace {

bool has(const std::string& text, const std::string& words) {
    return text.find(words) != std::string::npos;
}

/// Forty users, each with five of ten items.
Histories smallHistories() {
    Histories histories;
    histories.itemCount = 10;
    for (Token user = 0; user < 40; ++user) {
        std::vector<Token> history;
        for (Token i = 0; i < 5; ++i) history.push_back(kFirstItemToken + (user + i) % 10);
        histories.append(history);
    }
    return histories;
}

/// A training module whose GPU is lost before the first step.
class GpuLossTrainingModule : public TrainingModule {
public:
    void setTrainingData(const Histories&) override {
        throw std::runtime_error("CUDA error: uncorrectable ECC error encountered\nframe #0");
    }
    std::int64_t samples() const override { return 1; }
    std::int64_t stepsPerEpoch() const override { return 1; }
    void startEpoch(std::int64_t, std::int64_t) override {}
    std::optional<std::int64_t> step(std::int64_t, double, const std::stop_token&) override { return 1; }
    std::vector<StepLoss> takeLosses(bool) override { return {}; }
    DeviceFacts device() const override { return {}; }
};

/// A `GpuLossTrainingModule` that can join a process group.
class FailingDistributedModule : public GpuLossTrainingModule, public DistributedTrainingModule {
public:
    DistributedTrainingModule* distributed() override { return this; }
    void joinProcessGroup(ProcessGroup&) override {}
};

TEST(DistributedTraining, AGpuFailureAtANonzeroRankIsReportedAsInASingleProcessTraining) {
    GroupProcesses processes("lost GPU", 2, [](ProcessGroup& processGroup) -> std::string {
        if (!processGroup.isRank0()) {
            const auto losing = [](Recommender&, const RunConfig&, Device) {
                return std::make_unique<FailingDistributedModule>();
            };
            helpTrainingWith(losing, processGroup, {});
            return "went on";
        }
        SharedRun shared;
        shared.run.config = defaultConfig("sasrec").toJson();
        shared.histories = smallHistories();
        processGroup.broadcast(toBytes(shared));
        std::vector<double> values = {1};
        processGroup.sum(std::span<double>(values));
        return "summed";
    });
    const std::vector<MemberOutcome> outcomes = processes.wait();
    const std::string message = "The GPU stopped working: CUDA error: uncorrectable ECC error encountered.";
    EXPECT_EQ(outcomes[1].text, "error: " + message);
    EXPECT_TRUE(has(outcomes[0].text, "stopped: " + message)) << outcomes[0].text;
}

/// Scores items by their tokens, except for the user with index `user` (-1: nobody), whose scores are NaN.
class Diverged : public Recommender {
public:
    explicit Diverged(const Histories& histories, std::int32_t user) : m_histories(histories), m_user(user) {}
    Capabilities capabilities() const override { return {}; }
    ModelShape shape() const override { return {.itemCount = m_histories.itemCount, .userCount = 0}; }
    std::unique_ptr<Recommender> copy() const override { return nullptr; }
    std::unique_ptr<TrainingModule> makeTrainingModule(const RunConfig&, Device) override { return nullptr; }
    void to(Device) override {}
    void score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token&) override {
        for (std::size_t i = 0; i < queries.size(); ++i) {
            std::vector<float> scores;
            for (std::int32_t token = 0; token < m_histories.itemCount + 2; ++token)
                scores.push_back(queries[i].user == m_user ? std::numeric_limits<float>::quiet_NaN()
                                                           : static_cast<float>(token));
            sink(i, scores);
        }
    }
    std::int64_t maxItemsPerCall() const override { return 1 << 20; }
    void putWeights(SafeTensors&) const override {}
    void setWeights(const SafeTensors&) override {}

private:
    const Histories& m_histories;
    std::int32_t m_user;
};

TEST(DistributedTraining, ANanScoreInOneProcessIsReportedAlikeByAll) {
    // Each of the two processes evaluates a part of the forty users, so only one of them evaluates user 3.
    GroupProcesses processes("diverged", 2, [](ProcessGroup& processGroup) -> std::string {
        const Histories histories = smallHistories();
        Diverged model(histories, /*user=*/3);
        try {
            evaluateDistributed(&processGroup, model, histories, Protocol::defaultFor(histories), Split::Valid, 0, {},
                                {});
            return "evaluated";
        } catch (const PeerLostError&) {
            return "lost";
        } catch (const Error& error) {
            return error.what();
        }
    });
    for (const MemberOutcome& outcome : processes.wait())
        EXPECT_EQ(outcome.text, "The model returned a score that is not a finite number.");
}

TEST(DistributedTraining, WithoutNanScoresAllUsersAreEvaluated) {
    GroupProcesses processes("not diverged", 2, [](ProcessGroup& processGroup) -> std::string {
        const Histories histories = smallHistories();
        Diverged model(histories, /*user=*/-1);
        return std::to_string(evaluateDistributed(&processGroup, model, histories, Protocol::defaultFor(histories),
                                                  Split::Valid, 0, {}, {})
                                  .users);
    });
    for (const MemberOutcome& outcome : processes.wait()) EXPECT_EQ(outcome.text, "40");
}

TEST(DistributedTraining, AllProcessesLearnTheRanksOfAllTargets) {
    const auto ranks = [](ProcessGroup* processGroup) {
        Histories histories = smallHistories();
        for (Token user = 0; user < 40; ++user) {
            // The last three items are the targets; two of every third user's are the same item.
            if (user % 3 == 0) histories.items[std::size_t(5 * user + 4)] = histories.items[std::size_t(5 * user + 3)];
            histories.cuts.push_back({.trainEnd = 2, .testAt = 2, .testEnd = 5});
        }
        Diverged model(histories, /*user=*/-1);
        std::string text;
        for (const UserRank& rank : evaluateDistributed(processGroup, model, histories, Protocol::defaultFor(histories),
                                                        Split::Test, 0, {}, {})
                                        .ranks) {
            text += std::to_string(rank.user) + ": " + std::to_string(rank.target) + ' ' + std::to_string(rank.rank);
            for (const TargetRank& other : rank.others)
                text += ", " + std::to_string(other.target) + ' ' + std::to_string(other.rank);
            text += '\n';
        }
        return text;
    };
    const std::string expected = ranks(nullptr);
    // User 0 has read items 1 and 2; the targets are 3 and 4, and a higher token has a higher score.
    ASSERT_TRUE(expected.starts_with("0: 4 7, 3 8\n1: 6 5, 5 6, 4 7\n")) << expected;
    GroupProcesses processes("several targets", 2, [&](ProcessGroup& processGroup) { return ranks(&processGroup); });
    for (const MemberOutcome& outcome : processes.wait()) EXPECT_EQ(outcome.text, expected);
}

}  // namespace
}  // namespace recscope::test
