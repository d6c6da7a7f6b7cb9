// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/fold_in.h"

#include <algorithm>
#include <vector>

#include "core/recommender/host_tensors.h"
#include "core/recommender/item_counts.h"
#include "core/recommender/model_entry.h"
#include "core/recommender/query_reading.h"
#include "core/recommender/recommender.h"
#include "core/recommender/safetensors.h"
#include "core/recommender/training_module.h"
#include "core/sequence/histories.h"
#include "core/util/progress.h"

namespace recscope {

namespace {

/// A recommender with the same scores for every user and history.
class FixedScores : public Recommender {
public:
    FixedScores(const ModelShape& shape, std::vector<float> scores) : m_shape(shape), m_scores(std::move(scores)) {}

    Capabilities capabilities() const override { return {.readsHistory = false, .trainsByGradientDescent = false}; }
    ModelShape shape() const override { return m_shape; }
    std::unique_ptr<Recommender> copy() const override { return std::make_unique<FixedScores>(m_shape, m_scores); }
    std::unique_ptr<TrainingModule> makeTrainingModule(const RunConfig& /*config*/, Device /*device*/) override {
        throw std::logic_error("fixed scores have nothing to train");
    }
    void to(Device /*device*/) override {}
    void score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) override {
        throwIfStopped(stop);
        for (std::size_t i = 0; i < queries.size(); ++i) sink(i, m_scores);
    }
    std::int64_t maxItemsPerCall() const override { return 1 << 20; }
    void putWeights(SafeTensors& /*to*/) const override {}
    void setWeights(const SafeTensors& /*weights*/) override {}

private:
    ModelShape m_shape;
    std::vector<float> m_scores;
};

/// Reduces a user table (U + 1, …) to two rows: the row for unknown users, and the mean of all users.
torch::Tensor ofOneUser(const torch::Tensor& table) {
    const std::int64_t users = table.size(0) - 1;
    const torch::Tensor known = table.slice(0, 1);
    // Double precision, because the sum may have a hundred thousand rows.
    const torch::Tensor mean = users > 0 ? known.to(torch::kFloat64).mean(0, /*keepdim=*/true).to(torch::kFloat32)
                                         : torch::zeros_like(table.slice(0, 0, 1));
    return torch::cat({table.slice(0, 0, 1), mean}, 0);
}

/// Histories with one user, all of whose items are in the training part.
Histories oneUser(const History& history, std::int32_t itemCount) {
    const OwnedHistory items = withoutBlanks(history);
    Histories histories;
    histories.itemCount = itemCount;
    histories.append(items);
    histories.cuts = {{.trainEnd = static_cast<std::int32_t>(items.size())}};
    return histories;
}

std::int64_t learn(TrainingModule& module, double learningRate, const std::stop_token& stop) {
    if (module.samples() == 0) return 0;
    std::int64_t steps = 0;
    for (std::int64_t epoch = 1; steps < kFoldInSteps; ++epoch) {
        module.startEpoch(epoch, 0);
        for (std::int64_t i = 0; i < module.stepsPerEpoch() && steps < kFoldInSteps; ++i) {
            if (!module.step(steps++, learningRate, stop)) throwIfStopped(stop);
            module.takeLosses(/*all=*/true);
        }
    }
    return steps;
}

}  // namespace

FoldedIn foldIn(const Recommender& model, const RunConfig& config, const History& history,
                const std::stop_token& stop) {
    const std::int32_t itemCount = model.shape().itemCount;
    const std::vector<std::string> userTensors = model.userTensors();
    SafeTensors weights = model.weights();
    for (const std::string& name : userTensors) weights.tensors[name] = ofOneUser(weights.tensors.at(name));
    FoldedIn folded{.recommender =
                        makeRecommender(config, {.itemCount = itemCount, .userCount = 1}, InitialWeights::Loaded)};
    folded.recommender->setWeights(weights);

    const Histories histories = oneUser(history, itemCount);
    const std::unique_ptr<TrainingModule> module = folded.recommender->makeTrainingModule(config, Device::Cpu);
    module->trainOnlyUsers();
    module->setTrainingData(histories);
    folded.steps = learn(*module, config.training.learningRate, stop);

    // Only the user's row is copied from the fitted model. The fitted model's statistics, such as item popularity
    // and the mean of all users, were computed from a single user and are meaningless.
    const SafeTensors learned = folded.recommender->weights();
    for (const std::string& name : userTensors)
        weights.tensors[name].slice(0, 1).copy_(learned.tensors.at(name).slice(0, 1));
    folded.recommender->setWeights(weights);
    return folded;
}

std::unique_ptr<Recommender> popularityOf(const Histories& histories) {
    HostTensors tensors;
    ItemCounts counts(tensors, histories.itemCount);
    counts.count(histories);
    return std::make_unique<FixedScores>(
        ModelShape{.itemCount = histories.itemCount, .userCount = histories.userCount()}, counts.scores());
}

}  // namespace recscope
