// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/training.h"

#include <chrono>
#include <cmath>

#include "core/distributed/process_group.h"
#include "core/explain/attention/attention_timeline.h"
#include "core/recommender/distributed_evaluation.h"
#include "core/recommender/distributed_training_module.h"
#include "core/recommender/model_entry.h"
#include "core/recommender/recommender.h"
#include "core/recommender/references.h"
#include "core/recommender/registry.h"
#include "core/recommender/training_module.h"
#include "core/recommender/weights.h"
#include "core/store/workspace.h"
#include "core/train/schedule.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// `what`: MessageId::LossNotFinite or ScoresNotFinite.
[[noreturn]] void failNotFinite(MessageId what, std::int64_t step) {
    throw MessageError(ErrorKind::Numeric, {what, {step}},
                       translated("Train with a smaller learning rate. The best weights so far are kept."));
}

}  // namespace

Training::Training(Workspace* workspace, SharedRun shared, const TrainingContext& context)
    : m_workspace(workspace),
      m_run(std::move(shared.run)),
      m_config(configFromJson(m_run.config)),
      m_histories(std::move(shared.histories)),
      m_device(shared.device),
      m_deviceReason(std::move(shared.deviceReason)),
      m_makeTrainingModule(context.makeTrainingModule),
      m_observer(context.observer),
      m_pause(context.pause),
      m_stop(context.stop),
      m_processGroup(context.processGroup) {
    if (workspace) m_runs.emplace(*workspace);
    startFromNewWeights();
    m_module->setTrainingData(m_histories);
    m_run.device = device();
}

DeviceFacts Training::device() const {
    DeviceFacts facts = m_module->device();
    facts.reason = m_deviceReason;
    return facts;
}

bool Training::isPatienceSpent() const {
    return m_config.training.patience > 0 && m_progress.evaluationsSinceBest >= m_config.training.patience;
}

std::int64_t Training::plannedEpochs() const {
    return m_progress.isRetraining() ? lastRetrainingEpoch() : m_config.training.epochs;
}

RunRecord Training::execute() {
    if (m_module->samples() == 0) {
        const SplitKind kind = m_run.protocol.split.kind;
        const bool splitsByTime = kind == SplitKind::GlobalTime || kind == SplitKind::TimeWindow;
        throw MessageError(ErrorKind::Input, MessageId::NothingToLearnFrom,
                           splitsByTime
                               ? translated("Training ends at valid_from: move it to a later moment.")
                               : translated("A history needs at least two items before the two held-out items."));
    }
    restore();
    if (m_workspace) m_observer.runStarted(m_run, references());
    if (!m_progress.isRetraining() && trainUntil(m_config.training.epochs, /*validates=*/true) == Outcome::Stopped)
        return recordStop();
    if (m_config.training.retrainWithValidation) {
        if (!m_progress.isRetraining()) startRetraining();
        if (trainUntil(lastRetrainingEpoch(), /*validates=*/false) == Outcome::Stopped) return recordStop();
    }
    reportWhyItEnded();
    return finish();
}

Training::Outcome Training::trainUntil(std::int64_t lastEpoch, bool validates) {
    while (m_progress.epoch <= lastEpoch && !(validates && isPatienceSpent())) {
        if (trainEpoch() == Outcome::Stopped) return Outcome::Stopped;
        std::optional<Evaluation> valid;
        if (validates && (m_progress.epoch % m_config.training.evaluateEvery == 0 || m_progress.epoch == lastEpoch)) {
            valid = evaluate(Split::Valid, m_config.training.validationUsers);
            if (!valid) return Outcome::Stopped;
        }
        recordEpoch(valid);
    }
    return Outcome::Done;
}

void Training::startFromNewWeights() {
    m_module.reset();
    m_recommender = makeRecommender(
        m_config, {.itemCount = m_histories.itemCount, .userCount = m_histories.userCount()}, InitialWeights::Random);
    m_recommender->to(m_device);
    m_module = m_makeTrainingModule(*m_recommender, m_config, m_device);
    if (m_processGroup)
        m_module->distributed()->joinProcessGroup(*m_processGroup);  // checked by requireDistributedTraining
}

/// After this call the training samples include the validation items.
void Training::trainOnValidation() {
    m_withValidation = m_histories;
    m_withValidation.cuts.clear();
    for (std::int32_t user = 0; user < m_histories.userCount(); ++user) {
        HistoryCut cut = m_histories.cutOf(user);
        if (cut.testAt >= 0)
            cut.trainEnd = cut.testAt;
        else  // in a split by time window, a user without test items may still have validation items
            cut.trainEnd = std::max(cut.trainEnd, cut.validEnd);
        m_withValidation.cuts.push_back(cut);
    }
    m_module->setTrainingData(m_withValidation);
}

/// Trains the same model again from its initial weights, for as many epochs as the best epoch of the first training.
void Training::startRetraining() {
    m_progress.startRetraining(m_run.epochsDone);
    startFromNewWeights();
    trainOnValidation();
}

void Training::reportWhyItEnded() {
    const std::int64_t validated = m_progress.isRetraining() ? m_progress.epochsBefore : m_run.epochsDone;
    if (isPatienceSpent()) {
        m_run.message.emplace_back(MessageId::NoBetterMetric,
                                   Messages{metricTitle(m_config.training.validationMetric), m_run.bestEpoch});
    } else if (m_run.bestEpoch == validated && validated > m_config.training.evaluateEvery) {
        m_run.message.emplace_back(MessageId::StillImproving);
    }
    if (m_progress.isRetraining()) {
        m_run.message.push_back(m_run.bestEpoch == 1 ? Message(MessageId::TrainedAgainOneEpoch)
                                                     : Message(MessageId::TrainedAgain, {m_run.bestEpoch}));
    }
    if (capabilitiesOf(m_config).readsTimes && m_histories.times.empty())
        m_run.message.emplace_back(MessageId::WithoutTimes);
}

std::vector<Reference> Training::references() const {
    try {
        return referencesFor(*m_workspace, m_run.dataset, m_run.protocol, m_stop);
    } catch (const Error& error) {
        if (m_processGroup && error.kind() == ErrorKind::Cancelled)
            m_processGroup->throwIfLost();  // throws PeerLostError if a lost rank is the cause
        throw;
    }
}

void Training::restore() {
    std::optional<Checkpoint> last;
    if (m_runs) last = m_runs->checkpoint(m_run.id, CheckpointKind::Last);
    if (m_processGroup) last = sharedCheckpoint(*m_processGroup, last);
    if (last) {
        setWeightBytes(*m_recommender, last->weights);
        m_progress = RunProgress::fromJson(last->progress);
        restoreState(*m_module, last->state, m_progress.stepsOfTraining());
        if (m_progress.isRetraining()) trainOnValidation();
    }
    m_run.state = RunState::Running;
    m_run.message.clear();
    if (m_runs) m_runs->update(m_run);
}

/// Copies the weights of rank 0 to all ranks. Called at the start of every epoch, because the weights would drift
/// apart: different processors round differently.
void Training::shareWeights() {
    const std::string shared =
        m_processGroup->broadcast(m_processGroup->isRank0() ? weightBytes(*m_recommender, m_config) : "");
    if (!m_processGroup->isRank0()) setWeightBytes(*m_recommender, shared);
}

Training::Outcome Training::trainEpoch() {
    if (m_processGroup) shareWeights();
    m_module->startEpoch(m_progress.epoch, m_progress.stepInEpoch);
    while (m_progress.stepInEpoch < m_module->stepsPerEpoch()) {
        m_pause.waitWhilePaused(m_stop);
        // In a process group the ranks must stop at the same step, so the step itself passes the stop request to all
        // ranks.
        if (!m_processGroup && m_stop.stop_requested()) return Outcome::Stopped;

        const auto start = Clock::now();
        const double learningRate = learningRateAt(m_config.training, m_progress.stepsOfTraining() + 1, plannedSteps());
        const std::optional<std::int64_t> samples = m_module->step(m_progress.step, learningRate, m_stop);
        if (!samples) return Outcome::Stopped;  // an interrupted step does not count
        ++m_progress.step;
        ++m_progress.stepInEpoch;
        const bool hasNewLosses = takeLosses(/*all=*/m_progress.stepInEpoch == m_module->stepsPerEpoch());
        const double seconds = secondsSince(start);
        m_progress.sequences += *samples;
        m_progress.epochSeconds += seconds;
        m_run.sequencesSeen += *samples;
        m_run.seconds += seconds;
        if (hasNewLosses) notify(m_lastLoss, learningRate);
    }
    return Outcome::Done;
}

bool Training::takeLosses(bool all) {
    const std::vector<StepLoss> taken = m_module->takeLosses(all);
    for (const StepLoss& stepLoss : taken) {
        m_lastLoss = stepLoss.loss;
        if (!std::isfinite(m_lastLoss)) failNotFinite(MessageId::LossNotFinite, stepLoss.step);
        m_progress.lossSum += m_lastLoss * static_cast<double>(stepLoss.scored);
        m_progress.scored += stepLoss.scored;
        m_newSteps.push_back({.step = stepLoss.step, .loss = static_cast<float>(m_lastLoss)});
    }
    return !taken.empty();
}

std::optional<Evaluation> Training::evaluate(Split split, std::int64_t usersAtMost) {
    const auto start = Clock::now();
    try {
        Evaluation evaluation = evaluateDistributed(
            m_processGroup, *m_recommender, m_histories, m_run.protocol, split, usersAtMost,
            [&](const Progress& progress) { m_observer.evaluating(split, progress.done, progress.total); }, m_stop);
        m_validationSeconds = secondsSince(start);
        m_run.seconds += m_validationSeconds;
        return evaluation;
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Cancelled) return std::nullopt;
        if (error.kind() == ErrorKind::Numeric) failNotFinite(MessageId::ScoresNotFinite, m_progress.step);
        throw;
    }
}

void Training::recordEpoch(const std::optional<Evaluation>& valid) {
    EpochInfo info;
    info.record = {.epoch = m_progress.epoch,
                   .loss = m_progress.lossSum / static_cast<double>(m_progress.scored),
                   .seconds = m_progress.epochSeconds,
                   .sequencesPerSecond = static_cast<double>(m_progress.sequences) / m_progress.epochSeconds,
                   .valid = std::nullopt};
    if (valid) {
        info.record.valid = valid->metrics;
        const double value = metricMean(metricNamed(m_config.training.validationMetric), valid->ranks);
        info.isBest = value > m_progress.bestValidation;
        if (info.isBest) m_progress.bestValidation = value;
        m_progress.evaluationsSinceBest = info.isBest ? 0 : m_progress.evaluationsSinceBest + 1;
    }
    if (info.isBest) {
        m_run.bestEpoch = m_progress.epoch;
        m_run.bestValid = valid->metrics;
        m_run.test.reset();  // was computed at an earlier stop, with weights that this epoch replaces
    }
    info.evaluationsSinceBest = m_progress.evaluationsSinceBest;
    m_run.device = device();
    m_run.epochsDone = m_progress.epoch;
    m_progress.startNextEpoch();
    if (!m_runs) {
        m_newSteps.clear();
        return;
    }
    const Checkpoint last = lastCheckpoint();
    const Checkpoint best{.epoch = m_run.bestEpoch, .weights = last.weights, .state = {}, .progress = {}};
    const bool isRetrained = m_progress.isRetraining() && m_run.epochsDone == lastRetrainingEpoch();
    // Snapshots come first: a process killed between the two writes repeats the epoch and its snapshots.
    recordSnapshots(*m_workspace, m_run, *m_recommender, m_histories, m_progress.step);
    m_runs->recordEpoch(m_run, info.record, m_newSteps, last, info.isBest || isRetrained ? &best : nullptr,
                        info.isBest ? &*valid : nullptr);
    m_newSteps.clear();
    m_observer.epochDone(m_run, info);
}

RunRecord Training::recordStop() {
    takeLosses(/*all=*/true);
    m_run.state = RunState::Stopped;
    m_run.message = {Message(MessageId::StoppedInEpoch, {std::min(m_progress.epoch, plannedEpochs())})};
    if (m_runs) m_runs->recordStop(m_run, m_newSteps, lastCheckpoint());
    return m_run;
}

RunRecord Training::finish() {
    std::optional<Checkpoint> best;
    if (m_runs) best = m_runs->checkpoint(m_run.id, CheckpointKind::Best);
    if (m_processGroup) best = sharedCheckpoint(*m_processGroup, best);
    if (best) setWeightBytes(*m_recommender, best->weights);
    std::optional<Evaluation> valid, test;
    // Weights of a second training cannot be validated, because they were trained on the validation items.
    const bool validatesAll = m_config.training.validationUsers > 0 && !m_config.training.retrainWithValidation;
    if (validatesAll) valid = evaluate(Split::Valid);
    if (valid || !validatesAll) test = evaluate(Split::Test);
    if (!test) {
        m_run.state = RunState::Stopped;
        m_run.message = {Message(MessageId::StoppedBeforeTest)};
        if (m_runs) m_runs->update(m_run);
        return m_run;
    }
    m_run.state = RunState::Finished;
    m_run.test = test->metrics;
    if (valid) m_run.bestValid = valid->metrics;
    if (m_runs) {
        if (valid) m_runs->recordEvaluation(m_run.id, *valid);
        m_runs->recordEvaluation(m_run.id, *test);
        m_runs->update(m_run);
    }
    return m_run;
}

Checkpoint Training::lastCheckpoint() const {
    return {.epoch = m_progress.epoch,
            .weights = weightBytes(*m_recommender, m_config),
            .state = stateBytes(*m_module),
            .progress = m_progress.toJson()};
}

void Training::notify(double loss, double learningRate) const {
    const std::int64_t stepsPerEpoch = m_module->stepsPerEpoch();
    const double perStep = m_progress.epochSeconds / static_cast<double>(m_progress.stepInEpoch);
    const std::int64_t epochsLeft = plannedEpochs() - m_progress.epoch;  // not counting this epoch
    const auto stepsLeft = static_cast<double>((epochsLeft + 1) * stepsPerEpoch - m_progress.stepInEpoch);
    const auto validationsLeft =
        m_progress.isRetraining() ? 1.0 : static_cast<double>((epochsLeft + 1) / m_config.training.evaluateEvery + 1);
    m_observer.stepDone({.step = m_progress.step,
                         .epoch = m_progress.epoch,
                         .stepInEpoch = m_progress.stepInEpoch,
                         .stepsPerEpoch = stepsPerEpoch,
                         .epochs = plannedEpochs(),
                         .loss = loss,
                         .learningRate = learningRate,
                         .sequencesPerSecond = static_cast<double>(m_progress.sequences) / m_progress.epochSeconds,
                         .secondsLeft = stepsLeft * perStep + validationsLeft * m_validationSeconds});
}

}  // namespace recscope
