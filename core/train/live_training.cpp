// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/live_training.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/recommender/evaluate.h"
#include "core/recommender/model_entry.h"
#include "core/recommender/recommender.h"
#include "core/recommender/run_histories.h"
#include "core/recommender/training_module.h"
#include "core/recommender/weights.h"
#include "core/store/dataset_store.h"
#include "core/train/schedule.h"
#include "core/util/error.h"
#include "core/util/random.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

/// The record of a run that is not stored in the workspace.
RunRecord unstored(Workspace& workspace, DatasetId dataset, const RunConfig& config) {
    checkConfig(config);
    RunRecord run;
    run.dataset = dataset;
    run.model = config.model;
    run.config = config.toJson();
    run.protocol = protocolFor(workspace, dataset, config);
    return run;
}

constexpr std::uint64_t kDrawnUsersSeed = 2026;

/// Keeps the histories of at most `usersAtMost` sampled users (0 = all). The other users keep their indices, but have
/// an empty history.
Histories ofDrawnUsers(Histories all, std::int64_t usersAtMost) {
    const auto count = static_cast<std::size_t>(usersAtMost), users = static_cast<std::size_t>(all.userCount());
    if (usersAtMost <= 0 || users <= count) return all;
    std::vector<std::size_t> order(users);
    std::iota(order.begin(), order.end(), std::size_t{0});
    Random random({kDrawnUsersSeed});
    random.shuffle(std::span(order));
    std::vector<bool> isDrawn(users, false);
    for (std::size_t i = 0; i < count; ++i) isDrawn[order[i]] = true;
    Histories drawn;
    drawn.itemCount = all.itemCount;
    for (std::size_t user = 0; user < users; ++user) {
        drawn.append(isDrawn[user] ? all.of(static_cast<std::int32_t>(user)) : History());
        if (!all.cuts.empty()) drawn.cuts.push_back(isDrawn[user] ? all.cuts[user] : HistoryCut());
    }
    return drawn;
}

}  // namespace

LiveTraining::LiveTraining(Workspace& workspace, DatasetId dataset, const RunConfig& config, std::int64_t usersAtMost)
    : m_run(unstored(workspace, dataset, config)),
      m_config(config),
      m_histories(std::make_unique<Histories>(ofDrawnUsers(historiesOf(workspace, m_run), usersAtMost))),
      m_recommender(makeRecommender(config,
                                    {.itemCount = m_histories->itemCount, .userCount = m_histories->userCount()},
                                    InitialWeights::Random)),
      m_module(m_recommender->makeTrainingModule(config, Device::Cpu)) {
    m_module->setTrainingData(*m_histories);
    if (m_module->samples() == 0)
        throw Error(ErrorKind::Input, translated("No user of this dataset has enough interactions to learn from."),
                    translated("A history needs at least two items before the two held-out items."));
}

LiveTraining::LiveTraining(Workspace& workspace, const RunRecord& run)
    : LiveTraining(workspace, run.dataset, configFromJson(run.config)) {
    copyWeights(*loadBest(workspace, run), *m_recommender);
}

LiveTraining::LiveTraining(LiveTraining&&) noexcept = default;
LiveTraining::~LiveTraining() = default;

std::int64_t LiveTraining::stepsPerEpoch() const {
    return m_module->stepsPerEpoch();
}

std::optional<double> LiveTraining::step(const std::stop_token& stop) {
    if (stop.stop_requested()) return std::nullopt;
    const std::int64_t perEpoch = stepsPerEpoch();
    if (m_steps % perEpoch == 0) m_module->startEpoch(m_steps / perEpoch + 1, 0);
    const std::int64_t planned = m_config.training.epochs * perEpoch;
    const double rate = learningRateAt(m_config.training, std::min(m_steps + 1, planned), planned);
    if (!m_module->step(m_steps, rate, stop)) return std::nullopt;
    ++m_steps;
    double loss = 0;
    for (const StepLoss& stepLoss : m_module->takeLosses(/*all=*/true)) loss = stepLoss.loss;
    if (!std::isfinite(loss))
        throw Error(ErrorKind::Numeric, translated("The loss became infinite or NaN at step {}.", m_steps),
                    translated("Use a smaller learning rate."));
    return loss;
}

std::optional<double> LiveTraining::trainCloze(std::span<const Token> history, std::span<const std::int32_t> positions,
                                               const std::stop_token& stop) {
    ClozeTrainer* trainer = m_module->clozeTrainer();
    if (!trainer)
        throw Error(ErrorKind::Usage, translated("This model does not predict masked items."),
                    translated("Choose a bidirectional model."));
    const std::optional<double> loss =
        trainer->trainCloze(history, positions, m_steps, m_config.training.learningRate, stop);
    if (loss) ++m_steps;
    return loss;
}

Evaluation LiveTraining::evaluate(Split split, std::int64_t users, const std::stop_token& stop) {
    return recscope::evaluate(*m_recommender, *m_histories, m_run.protocol, split, users, {}, stop);
}

}  // namespace recscope
