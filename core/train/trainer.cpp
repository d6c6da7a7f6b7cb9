// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/trainer.h"

#include <chrono>
#include <cmath>

#include "core/explain/attention/film.h"
#include "core/recommender/device_failure.h"
#include "core/recommender/evaluate.h"
#include "core/recommender/learner.h"
#include "core/recommender/model_entry.h"
#include "core/recommender/recommender.h"
#include "core/recommender/weights.h"
#include "core/store/dataset_store.h"
#include "core/store/split_reader.h"
#include "core/store/workspace.h"
#include "core/train/device_trial.h"
#include "core/train/run_progress.h"
#include "core/train/schedule.h"
#include "core/util/error.h"
#include "core/util/failure.h"

namespace recscope {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

[[noreturn]] void failNotFinite(const std::string& what, std::int64_t step) {
    throw Error(ErrorKind::Numeric, "The " + what + " stopped being finite at step " + std::to_string(step) + ".",
                "Train with a smaller learning rate. The best weights so far are kept.");
}

/// The device of a choice. Automatic tries where this config is trained faster.
DeviceTrial deviceFor(DeviceChoice choice, const RunConfig& config, const Histories& histories,
                      const LearnerMaker& makeLearner, const std::stop_token& stop) {
    const Device device = openDevice(choice);
    if (choice != DeviceChoice::Auto || device == Device::Cpu) return {.device = device, .reason = {}};
    const auto make = [&](Device where) {
        Trainee trainee;
        trainee.recommender = makeRecommender(
            config, {.itemCount = histories.itemCount, .userCount = histories.userCount()}, WeightStart::Drawn);
        trainee.recommender->moveTo(where);
        trainee.learner = makeLearner(*trainee.recommender, config, where);
        trainee.learner->learnFrom(histories);
        if (trainee.learner->samples() == 0) throw Error(ErrorKind::Input, "There is nothing to learn from.");
        return trainee;
    };
    const Clock::time_point start = Clock::now();
    return tryDevices(
        make, config.training.learningRate, [&] { return secondsSince(start); }, stop);
}

/// Nothing if it is not a GPU that failed.
std::optional<DeviceError> deviceErrorOf(const std::exception& error) {
    if (const auto* told = dynamic_cast<const DeviceError*>(&error)) return *told;
    const std::optional<DeviceFailure> failure = deviceFailureOf(error);
    return failure ? std::optional(trainingError(*failure)) : std::nullopt;
}

/// One run being trained: first begun or gone on with.
class Training {
public:
    Training(Workspace& workspace, RunRecord run, DeviceChoice device, LearnerMaker makeLearner,
             TrainObserver& observer, PauseSwitch& pause, std::stop_token stop)
        : m_workspace(workspace),
          m_runs(workspace),
          m_run(std::move(run)),
          m_config(configFromJson(m_run.config)),
          m_histories(splitHistories(workspace, m_run.dataset, m_run.protocol.split)),
          m_makeLearner(std::move(makeLearner)),
          m_device(deviceFor(device, m_config, m_histories, m_makeLearner, stop)),
          m_observer(observer),
          m_pause(pause),
          m_stop(std::move(stop)) {
        startFromNewWeights();
        m_learner->learnFrom(m_histories);
        m_run.device = deviceText();
    }

    RunRecord execute();

private:
    enum class Outcome { Done, Stopped };

    void startFromNewWeights();
    void restore();
    void trainOnValidation();
    Outcome trainUntil(std::int64_t lastEpoch, bool validates);
    void startRetraining();
    Outcome trainEpoch();
    /// Whether there were any.
    bool takeLosses(bool all);
    /// Nothing if a stop was asked for.
    std::optional<Evaluation> evaluate(Split split, std::int64_t usersAtMost = 0);
    void recordEpoch(const std::optional<Evaluation>& valid);
    RunRecord recordStop();
    RunRecord finish();
    bool isPatienceSpent() const {
        return m_config.training.patience > 0 && m_progress.evaluationsSinceBest >= m_config.training.patience;
    }
    std::int64_t plannedSteps() const { return m_config.training.epochs * m_learner->stepsPerEpoch(); }
    std::int64_t plannedEpochs() const {
        return m_progress.isRetraining() ? lastRetrainingEpoch() : m_config.training.epochs;
    }
    std::int64_t lastRetrainingEpoch() const { return m_progress.epochsBefore + m_run.bestEpoch; }
    std::string deviceText() const { return m_learner->device() + m_device.reason; }
    void tellWhyItEnded();
    Checkpoint lastCheckpoint() const;
    void tell(double loss, double learningRate) const;

    Workspace& m_workspace;
    RunStore m_runs;
    RunRecord m_run;
    RunConfig m_config;
    Histories m_histories;
    LearnerMaker m_makeLearner;
    DeviceTrial m_device;
    Histories m_withValidation;  ///< what the second training learns from
    std::unique_ptr<Recommender> m_recommender;
    std::unique_ptr<Learner> m_learner;  ///< of m_recommender
    TrainObserver& m_observer;
    PauseSwitch& m_pause;
    std::stop_token m_stop;

    RunProgress m_progress;
    double m_lastLoss = 0;               ///< of the last step whose loss was taken
    std::vector<StepRecord> m_newSteps;  ///< not stored yet
    double m_validationSeconds = 0;      ///< of the last validation
};

RunRecord Training::execute() {
    if (m_learner->samples() == 0) {
        throw Error(ErrorKind::Input, "No user of this dataset has enough interactions to learn from.",
                    "A history needs at least two items before the two that are held out.");
    }
    restore();
    m_observer.runStarted(m_run, referencesFor(m_workspace, m_run.dataset, m_run.protocol, m_stop));
    if (!m_progress.isRetraining() && trainUntil(m_config.training.epochs, /*validates=*/true) == Outcome::Stopped)
        return recordStop();
    if (m_config.training.retrainWithValidation) {
        if (!m_progress.isRetraining()) startRetraining();
        if (trainUntil(lastRetrainingEpoch(), /*validates=*/false) == Outcome::Stopped) return recordStop();
    }
    tellWhyItEnded();
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
    m_learner.reset();
    m_recommender = makeRecommender(
        m_config, {.itemCount = m_histories.itemCount, .userCount = m_histories.userCount()}, WeightStart::Drawn);
    m_recommender->moveTo(m_device.device);
    m_learner = m_makeLearner(*m_recommender, m_config, m_device.device);
}

/// From here on the samples hold the validation items, too.
void Training::trainOnValidation() {
    m_withValidation = m_histories;
    m_withValidation.cuts.clear();
    for (std::int32_t user = 0; user < m_histories.userCount(); ++user) {
        HistoryCut cut = m_histories.cutOf(user);
        if (cut.testAt >= 0) cut.trainEnd = cut.testAt;
        m_withValidation.cuts.push_back(cut);
    }
    m_learner->learnFrom(m_withValidation);
}

/// The same model from its first weights, for as many epochs as were best.
void Training::startRetraining() {
    m_progress.startRetraining(m_run.epochsDone);
    startFromNewWeights();
    trainOnValidation();
}

void Training::tellWhyItEnded() {
    const std::int64_t validated = m_progress.isRetraining() ? m_progress.epochsBefore : m_run.epochsDone;
    if (isPatienceSpent()) {
        m_run.message = "Ended early: no better NDCG@10 since epoch " + std::to_string(m_run.bestEpoch) + ".";
    } else if (m_run.bestEpoch == validated && validated > m_config.training.evaluateEvery) {
        m_run.message =
            "Still improving when it ended: the last validation was the best. More epochs may score higher.";
    }
    if (m_progress.isRetraining()) {
        m_run.message += (m_run.message.empty() ? "" : " ") + std::string("Trained again for ") +
                         std::to_string(m_run.bestEpoch) + " epochs with the validation items.";
    }
}

void Training::restore() {
    const std::optional<Checkpoint> last = m_runs.checkpoint(m_run.id, CheckpointKind::Last);
    if (last) {
        setWeightBytes(*m_recommender, last->weights);
        m_progress = RunProgress::fromJson(last->progress);
        restoreState(*m_learner, last->state, m_progress.stepsOfTraining());
        if (m_progress.isRetraining()) trainOnValidation();
    }
    m_run.state = RunState::Running;
    m_run.message.clear();
    m_runs.update(m_run);
}

Training::Outcome Training::trainEpoch() {
    m_learner->startEpoch(m_progress.epoch, m_progress.stepInEpoch);
    while (m_progress.stepInEpoch < m_learner->stepsPerEpoch()) {
        m_pause.waitWhilePaused(m_stop);
        if (m_stop.stop_requested()) return Outcome::Stopped;

        const auto start = Clock::now();
        const double learningRate = learningRateAt(m_config.training, m_progress.stepsOfTraining() + 1, plannedSteps());
        const std::optional<std::int64_t> samples = m_learner->step(m_progress.step, learningRate, m_stop);
        if (!samples) return Outcome::Stopped;  // the step does not count
        ++m_progress.step;
        ++m_progress.stepInEpoch;
        const bool areTaken = takeLosses(/*all=*/m_progress.stepInEpoch == m_learner->stepsPerEpoch());
        const double seconds = secondsSince(start);
        m_progress.sequences += *samples;
        m_progress.epochSeconds += seconds;
        m_run.sequencesSeen += *samples;
        m_run.seconds += seconds;
        if (areTaken) tell(m_lastLoss, learningRate);
    }
    return Outcome::Done;
}

bool Training::takeLosses(bool all) {
    const std::vector<StepLoss> taken = m_learner->takeLosses(all);
    for (const StepLoss& one : taken) {
        m_lastLoss = one.loss;
        if (!std::isfinite(m_lastLoss)) failNotFinite("loss", one.step);
        m_progress.lossSum += m_lastLoss * static_cast<double>(one.scored);
        m_progress.scored += one.scored;
        m_newSteps.push_back({.step = one.step, .loss = static_cast<float>(m_lastLoss)});
    }
    return !taken.empty();
}

std::optional<Evaluation> Training::evaluate(Split split, std::int64_t usersAtMost) {
    const auto start = Clock::now();
    try {
        Evaluation evaluation = recscope::evaluate(
            *m_recommender, m_histories, m_run.protocol, split, usersAtMost,
            [&](const Progress& progress) { m_observer.evaluating(split, progress.done, progress.total); }, m_stop);
        m_validationSeconds = secondsSince(start);
        m_run.seconds += m_validationSeconds;
        return evaluation;
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Cancelled) return std::nullopt;
        if (error.kind() == ErrorKind::Numeric) failNotFinite("scores", m_progress.step);
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
        info.best = valid->metrics.ndcg10 > m_progress.bestNdcg;
        ++m_progress.evaluationsSinceBest;
    }
    if (info.best) {
        m_progress.bestNdcg = valid->metrics.ndcg10;
        m_progress.evaluationsSinceBest = 0;
        m_run.bestEpoch = m_progress.epoch;
        m_run.bestValid = valid->metrics;
    }
    m_run.device = deviceText();
    m_run.epochsDone = m_progress.epoch;
    m_progress.startNextEpoch();
    const Checkpoint last = lastCheckpoint();
    const Checkpoint best{.epoch = m_run.bestEpoch, .weights = last.weights, .state = {}, .progress = {}};
    const bool retrained = m_progress.isRetraining() && m_run.epochsDone == lastRetrainingEpoch();
    m_runs.recordEpoch(m_run, info.record, m_newSteps, last, info.best || retrained ? &best : nullptr,
                       info.best ? &*valid : nullptr);
    m_newSteps.clear();
    recordFilm(m_workspace, m_run, *m_recommender, m_histories, m_progress.step);
    m_observer.epochDone(m_run, info);
}

RunRecord Training::recordStop() {
    takeLosses(/*all=*/true);
    m_run.state = RunState::Stopped;
    m_run.message =
        "Stopped in epoch " + std::to_string(std::min(m_progress.epoch, plannedEpochs())) + "; it can be resumed.";
    m_runs.recordStop(m_run, m_newSteps, lastCheckpoint());
    return m_run;
}

RunRecord Training::finish() {
    if (const auto best = m_runs.checkpoint(m_run.id, CheckpointKind::Best)) {
        setWeightBytes(*m_recommender, best->weights);
    }
    std::optional<Evaluation> valid, test;
    // Weights that have learned from the validation items can no longer be validated.
    const bool validatesAll = m_config.training.validationUsers > 0 && !m_config.training.retrainWithValidation;
    if (validatesAll) valid = evaluate(Split::Valid);
    if (valid || !validatesAll) test = evaluate(Split::Test);
    if (!test) {
        m_run.state = RunState::Stopped;
        m_run.message = "Stopped before the test score; it can be resumed.";
        m_runs.update(m_run);
        return m_run;
    }
    if (valid) {
        m_runs.recordEvaluation(m_run.id, *valid);
        m_run.bestValid = valid->metrics;
    }
    m_runs.recordEvaluation(m_run.id, *test);
    m_run.test = test->metrics;
    m_run.state = RunState::Finished;
    m_runs.update(m_run);
    return m_run;
}

Checkpoint Training::lastCheckpoint() const {
    return {.epoch = m_progress.epoch,
            .weights = weightBytes(*m_recommender, m_config),
            .state = stateBytes(*m_learner),
            .progress = m_progress.toJson()};
}

void Training::tell(double loss, double learningRate) const {
    const std::int64_t stepsPerEpoch = m_learner->stepsPerEpoch();
    const double perStep = m_progress.epochSeconds / static_cast<double>(m_progress.stepInEpoch);
    const std::int64_t epochsLeft = plannedEpochs() - m_progress.epoch;  // after this one
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

RunRecord execute(Workspace& workspace, RunRecord run, DeviceChoice device, const LearnerMaker& makeLearner,
                  TrainObserver& observer, PauseSwitch& pause, std::stop_token stop) {
    try {
        return Training(workspace, run, device, makeLearner, observer, pause, std::move(stop)).execute();
    } catch (const std::exception& error) {
        RunStore runs(workspace);
        run = runs.byId(run.id);  // with the epochs that were recorded meanwhile
        if (const std::optional<DeviceError> failed = deviceErrorOf(error)) {
            run.state = RunState::Stopped;  // it can be resumed on the CPU
            run.message = failed->what();
            runs.update(run);
            throw *failed;
        }
        const auto* known = dynamic_cast<const Error*>(&error);
        const bool stopped = known && known->kind() == ErrorKind::Cancelled;  // while the references were worked out
        run.state = stopped ? RunState::Stopped : RunState::Failed;
        run.message = stopped ? "Stopped before its first step; it can be resumed." : failureOf(error).sentence;
        runs.update(run);
        throw;
    }
}

}  // namespace

RunRecord train(Workspace& workspace, const TrainRequest& request, TrainObserver& observer, PauseSwitch& pause,
                std::stop_token stop) {
    return trainWith(makeLearner, workspace, request, observer, pause, std::move(stop));
}

RunRecord trainWith(const LearnerMaker& makeLearner, Workspace& workspace, const TrainRequest& request,
                    TrainObserver& observer, PauseSwitch& pause, std::stop_token stop) {
    checkConfig(request.config);
    openDevice(request.device);  // says so before a run is stored
    RunStore runs(workspace);
    RunRecord run;
    run.name = request.runName.empty() ? runs.freeName(modelInfo(request.config.model).title) : request.runName;
    run.dataset = request.dataset;
    run.model = request.config.model;
    run.config = request.config.toJson();
    run.protocol = protocolFor(workspace, request.dataset, request.config);
    run = runs.add(run);
    return execute(workspace, run, request.device, makeLearner, observer, pause, std::move(stop));
}

RunRecord resumeTraining(Workspace& workspace, RunId id, DeviceChoice device, TrainObserver& observer,
                         PauseSwitch& pause, std::stop_token stop) {
    const RunRecord run = RunStore(workspace).byId(id);
    if (run.state == RunState::Finished) {
        throw Error(ErrorKind::Usage, "The run \"" + run.name + "\" is finished.",
                    "Start a new run with more epochs to train longer.");
    }
    openDevice(device);
    return execute(workspace, run, device, makeLearner, observer, pause, std::move(stop));
}

}  // namespace recscope
