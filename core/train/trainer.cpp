// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/trainer.h"

#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <thread>

#include "core/batch/device_batches.h"
#include "core/batch/training_batches.h"
#include "core/explain/film.h"
#include "core/store/dataset_store.h"
#include "core/store/split_reader.h"
#include "core/store/workspace.h"
#include "core/train/device.h"
#include "core/train/evaluate.h"
#include "core/train/fast_path.h"
#include "core/train/learner.h"
#include "core/train/presets.h"
#include "core/train/weights.h"
#include "core/util/error.h"
#include "core/util/producer_thread.h"
#include "core/util/text.h"

namespace recscope {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

constexpr std::size_t kBatchesAhead = 2;  // made while a step runs

constexpr std::size_t kStepsUnread = 32;  // then a GPU is asked for their losses: that makes the program wait for it

[[noreturn]] void failNotFinite(const std::string& what, std::int64_t step) {
    throw Error(ErrorKind::Numeric, "The " + what + " stopped being finite at step " + std::to_string(step) + ".",
                "Train with a smaller learning rate. The best weights so far are kept.");
}

/// Where a run stands: stored as JSON beside the Last weights, enough to go on with the same numbers.
struct Place {
    std::int64_t epoch = 1;        ///< the one being trained
    std::int64_t stepInEpoch = 0;  ///< steps done in it
    std::int64_t step = 0;         ///< steps done in all
    double lossSum = 0;            ///< over the epoch's scored positions so far
    std::int64_t scored = 0;       ///< positions in lossSum
    std::int64_t sequences = 0;    ///< of this epoch
    double epochSeconds = 0;       ///< of this epoch
    double bestNdcg = -1;
    std::int64_t evaluationsSinceBest = 0;
    // Of the second training, with the validation items; 0 = it has not begun.
    std::int64_t epochsBefore = 0;  ///< done before it
    std::int64_t stepsBefore = 0;

    bool isRetraining() const { return epochsBefore > 0; }

    NLOHMANN_DEFINE_TYPE_INTRUSIVE_WITH_DEFAULT(Place, epoch, stepInEpoch, step, lossSum, scored, sequences,
                                                epochSeconds, bestNdcg, evaluationsSinceBest, epochsBefore, stepsBefore)
};

/// One run being trained: first begun or gone on with.
class Training {
public:
    Training(Workspace& workspace, RunRecord run, DeviceChoice device, Computation computation, TrainObserver& observer,
             PauseSwitch& pause, std::stop_token stop)
        : m_workspace(workspace),
          m_runs(workspace),
          m_run(std::move(run)),
          m_config(RunConfig::fromJson(m_run.config)),
          m_histories(splitHistories(workspace, m_run.dataset, m_run.protocol.split)),
          m_device(openDevice(device)),
          m_isAsOnGpu(!m_device.is_cpu() || computation == Computation::AsOnGpu),
          m_model(makeModel(m_config, m_histories.itemCount)),
          m_observer(observer),
          m_pause(pause),
          m_stop(std::move(stop)) {
        m_run.device = describeDevice(m_device, m_config);
        // TF32 is 10 bits of mantissa; only CUDA's products obey here, the packed ones have their own switch.
        at::globalContext().setFloat32MatmulPrecision(m_config.matmulPrecision);
        learnFrom(m_histories);
        useModel();
    }

    RunRecord execute();

private:
    enum class Outcome { Done, Stopped };

    void learnFrom(const Histories& histories);
    void useModel();
    void restore();
    void trainOnValidation();
    Outcome trainUntil(std::int64_t lastEpoch, bool validates);
    void startRetraining();
    Outcome trainEpoch();
    bool usesFastPath() const { return !m_isAsOnGpu && hasFastPath(m_config, m_device); }
    void readLosses();
    /// Nothing if a stop was asked for.
    std::optional<Evaluation> evaluate(Split split, std::int64_t usersAtMost = 0);
    void recordEpoch(const std::optional<Evaluation>& valid);
    RunRecord recordStop();
    RunRecord finish();
    bool isPatienceSpent() const { return m_config.patience > 0 && m_place.evaluationsSinceBest >= m_config.patience; }
    std::int64_t plannedSteps() const { return m_config.epochs * m_batches->batchesPerEpoch(); }
    std::int64_t plannedEpochs() const { return m_place.isRetraining() ? lastRetrainingEpoch() : m_config.epochs; }
    std::int64_t lastRetrainingEpoch() const { return m_place.epochsBefore + m_run.bestEpoch; }
    void tellWhyItEnded();
    Checkpoint lastCheckpoint() const;
    void tell(double loss, double learningRate) const;

    Workspace& m_workspace;
    RunStore m_runs;
    RunRecord m_run;
    RunConfig m_config;
    Histories m_histories;
    torch::Device m_device;
    bool m_isAsOnGpu;
    std::shared_ptr<SequenceModel> m_model;
    Histories m_withValidation;  ///< what the second training learns from
    std::optional<TrainingBatches> m_batches;
    std::optional<DeviceBatches> m_deviceBatches;  ///< those of m_batches, made on the device; or nothing: on the host
    TrainObserver& m_observer;
    PauseSwitch& m_pause;
    std::stop_token m_stop;

    std::optional<Learner> m_learner;
    Place m_place;
    struct Unread {
        std::int64_t step = 0;
        torch::Tensor lossAndScored;  ///< (2) double, may still be on its way
    };
    std::vector<Unread> m_unread;
    double m_lastLoss = 0;               ///< of the last step that was read
    std::vector<StepRecord> m_newSteps;  ///< not stored yet
    double m_validationSeconds = 0;      ///< of the last validation
};

RunRecord Training::execute() {
    if (m_batches->sequences() == 0) {
        throw Error(ErrorKind::Input, "No user of this dataset has enough interactions to learn from.",
                    "A history needs at least two items before the two that are held out.");
    }
    restore();
    m_observer.runStarted(m_run, referencesFor(m_workspace, m_run.dataset, m_run.protocol, m_stop));
    if (!m_place.isRetraining() && trainUntil(m_config.epochs, /*validates=*/true) == Outcome::Stopped)
        return recordStop();
    if (m_config.retrainWithValidation) {
        if (!m_place.isRetraining()) startRetraining();
        if (trainUntil(lastRetrainingEpoch(), /*validates=*/false) == Outcome::Stopped) return recordStop();
    }
    tellWhyItEnded();
    return finish();
}

Training::Outcome Training::trainUntil(std::int64_t lastEpoch, bool validates) {
    while (m_place.epoch <= lastEpoch && !(validates && isPatienceSpent())) {
        if (trainEpoch() == Outcome::Stopped) return Outcome::Stopped;
        std::optional<Evaluation> valid;
        if (validates && (m_place.epoch % m_config.evaluateEvery == 0 || m_place.epoch == lastEpoch)) {
            valid = evaluate(Split::Valid, m_config.validationUsers);
            if (!valid) return Outcome::Stopped;
        }
        recordEpoch(valid);
    }
    return Outcome::Done;
}

void Training::learnFrom(const Histories& histories) {
    const int workers = usesFastPath() ? at::get_num_threads() : 1;
    m_deviceBatches.reset();
    m_batches.emplace(histories, m_config, m_model->task(), sliceTokensFor(m_device), workers);
    if (m_isAsOnGpu && DeviceBatches::supports(*m_batches, histories, m_config, m_model->task()))
        m_deviceBatches.emplace(*m_batches, histories, m_config, m_model->task(), m_device);
}

void Training::useModel() {
    m_model->to(m_device);
    m_learner.emplace(*m_model, m_config, m_device, usesFastPath());
}

/// From here on the batches hold the validation items, too.
void Training::trainOnValidation() {
    m_withValidation = m_histories;
    m_withValidation.cuts.clear();
    for (std::int32_t user = 0; user < m_histories.userCount(); ++user) {
        HistoryCut cut = m_histories.cutOf(user);
        if (cut.testAt >= 0) cut.trainEnd = cut.testAt;
        m_withValidation.cuts.push_back(cut);
    }
    learnFrom(m_withValidation);
}

/// The same model from its first weights, for as many epochs as were best.
void Training::startRetraining() {
    m_place = {.epoch = m_run.epochsDone + 1,
               .step = m_place.step,
               .bestNdcg = m_place.bestNdcg,
               .evaluationsSinceBest = m_place.evaluationsSinceBest,
               .epochsBefore = m_run.epochsDone,
               .stepsBefore = m_place.step};
    m_model = makeModel(m_config, m_histories.itemCount);
    useModel();
    trainOnValidation();
}

void Training::tellWhyItEnded() {
    const std::int64_t validated = m_place.isRetraining() ? m_place.epochsBefore : m_run.epochsDone;
    if (isPatienceSpent()) {
        m_run.message = "Ended early: no better NDCG@10 since epoch " + std::to_string(m_run.bestEpoch) + ".";
    } else if (m_run.bestEpoch == validated && validated > m_config.evaluateEvery) {
        m_run.message =
            "Still improving when it ended: the last validation was the best. More epochs may score higher.";
    }
    if (m_place.isRetraining()) {
        m_run.message += (m_run.message.empty() ? "" : " ") + std::string("Trained again for ") +
                         std::to_string(m_run.bestEpoch) + " epochs with the validation items.";
    }
}

void Training::restore() {
    const std::optional<Checkpoint> last = m_runs.checkpoint(m_run.id, CheckpointKind::Last);
    if (last) {
        loadWeights(*m_model, fromSafeTensors(last->weights));
        m_place = nlohmann::json::parse(last->progress).get<Place>();
        m_learner->optimizer().restore(fromSafeTensors(last->state).tensors, m_place.step - m_place.stepsBefore);
        if (m_place.isRetraining()) trainOnValidation();
    }
    m_run.state = RunState::Running;
    m_run.message.clear();
    m_runs.update(m_run);
}

Training::Outcome Training::trainEpoch() {
    m_batches->startEpoch(m_place.epoch);
    std::optional<ProducerThread<TrainingBatch, kBatchesAhead>> ahead;
    if (m_deviceBatches) {
        m_deviceBatches->startEpoch();
    } else {
        ahead.emplace([this, first = m_place.stepInEpoch](const auto& push) {
            for (std::int64_t i = first; i < m_batches->batchesPerEpoch(); ++i) push(m_batches->batch(i).to(m_device));
        });
    }
    while (m_place.stepInEpoch < m_batches->batchesPerEpoch()) {
        m_pause.waitWhilePaused(m_stop);
        if (m_stop.stop_requested()) return Outcome::Stopped;

        const auto start = Clock::now();
        TrainingBatch batch;
        if (ahead)
            ahead->next(batch);
        else
            batch = m_deviceBatches->batch(m_place.stepInEpoch);
        const double learningRate = learningRateAt(m_config, m_place.step - m_place.stepsBefore + 1, plannedSteps());
        const std::optional<torch::Tensor> loss = m_learner->step(batch, m_place.step, learningRate, m_stop);
        if (!loss) return Outcome::Stopped;  // the step does not count
        ++m_place.step;
        ++m_place.stepInEpoch;
        const torch::Tensor scored = batch.scored > 0
                                         ? torch::full_like(*loss, static_cast<double>(batch.scored), torch::kDouble)
                                         : batch.slices.front().scored.to(torch::kDouble);
        m_unread.push_back({.step = m_place.step, .lossAndScored = torch::stack({loss->to(torch::kDouble), scored})});
        if (m_unread.size() >= (m_isAsOnGpu ? kStepsUnread : 1) || m_place.stepInEpoch == m_batches->batchesPerEpoch())
            readLosses();
        const double seconds = secondsSince(start);
        m_place.sequences += batch.sequences;
        m_place.epochSeconds += seconds;
        m_run.sequencesSeen += batch.sequences;
        m_run.seconds += seconds;
        if (m_unread.empty()) tell(m_lastLoss, learningRate);
    }
    return Outcome::Done;
}

/// Takes the losses of the steps since the last time from the device.
void Training::readLosses() {
    std::vector<torch::Tensor> numbers;
    for (const Unread& unread : m_unread) numbers.push_back(unread.lossAndScored);
    if (numbers.empty()) return;
    const torch::Tensor read = torch::stack(numbers).to(torch::kCPU);  // (steps, 2)
    const auto rows = read.accessor<double, 2>();
    for (std::size_t i = 0; i < m_unread.size(); ++i) {
        const auto row = rows[static_cast<std::int64_t>(i)];
        m_lastLoss = row[0];
        if (!std::isfinite(m_lastLoss)) failNotFinite("loss", m_unread[i].step);
        m_place.lossSum += m_lastLoss * row[1];
        m_place.scored += static_cast<std::int64_t>(row[1]);
        m_newSteps.push_back({.step = m_unread[i].step, .loss = static_cast<float>(m_lastLoss)});
    }
    m_unread.clear();
}

std::optional<Evaluation> Training::evaluate(Split split, std::int64_t usersAtMost) {
    const auto start = Clock::now();
    try {
        Evaluation evaluation = evaluateModel(
            *m_model, m_config, m_histories, m_run.protocol, split, usersAtMost, m_device,
            [&](const Progress& progress) { m_observer.evaluating(split, progress.done, progress.total); }, m_stop);
        m_validationSeconds = secondsSince(start);
        m_run.seconds += m_validationSeconds;
        return evaluation;
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Cancelled) return std::nullopt;
        if (error.kind() == ErrorKind::Numeric) failNotFinite("scores", m_place.step);
        throw;
    }
}

void Training::recordEpoch(const std::optional<Evaluation>& valid) {
    EpochInfo info;
    info.record = {.epoch = m_place.epoch,
                   .loss = m_place.lossSum / static_cast<double>(m_place.scored),
                   .seconds = m_place.epochSeconds,
                   .sequencesPerSecond = static_cast<double>(m_place.sequences) / m_place.epochSeconds,
                   .valid = std::nullopt};
    if (valid) {
        info.record.valid = valid->metrics;
        info.best = valid->metrics.ndcg10 > m_place.bestNdcg;
        ++m_place.evaluationsSinceBest;
    }
    if (info.best) {
        m_place.bestNdcg = valid->metrics.ndcg10;
        m_place.evaluationsSinceBest = 0;
        m_run.bestEpoch = m_place.epoch;
        m_run.bestValid = valid->metrics;
    }
    m_run.device = describeDevice(m_device, m_config) + m_learner->deviceNote();
    m_run.epochsDone = m_place.epoch;
    m_place = {.epoch = m_place.epoch + 1,
               .stepInEpoch = 0,
               .step = m_place.step,
               .lossSum = 0,
               .scored = 0,
               .sequences = 0,
               .epochSeconds = 0,
               .bestNdcg = m_place.bestNdcg,
               .evaluationsSinceBest = m_place.evaluationsSinceBest,
               .epochsBefore = m_place.epochsBefore,
               .stepsBefore = m_place.stepsBefore};
    const Checkpoint last = lastCheckpoint();
    const Checkpoint best{.epoch = m_run.bestEpoch, .weights = last.weights, .state = {}, .progress = {}};
    const bool retrained = m_place.isRetraining() && m_run.epochsDone == lastRetrainingEpoch();
    m_runs.recordEpoch(m_run, info.record, m_newSteps, last, info.best || retrained ? &best : nullptr,
                       info.best ? &*valid : nullptr);
    m_newSteps.clear();
    recordFilm(m_workspace, m_run, *m_model, m_histories, m_place.step);
    m_observer.epochDone(m_run, info);
}

RunRecord Training::recordStop() {
    readLosses();
    m_run.state = RunState::Stopped;
    m_run.message =
        "Stopped in epoch " + std::to_string(std::min(m_place.epoch, plannedEpochs())) + "; it can be resumed.";
    m_runs.recordStop(m_run, m_newSteps, lastCheckpoint());
    return m_run;
}

RunRecord Training::finish() {
    if (const auto best = m_runs.checkpoint(m_run.id, CheckpointKind::Best)) {
        loadWeights(*m_model, fromSafeTensors(best->weights));
    }
    std::optional<Evaluation> valid, test;
    // Weights that have learned from the validation items can no longer be validated.
    const bool validatesAll = m_config.validationUsers > 0 && !m_config.retrainWithValidation;
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
    return {.epoch = m_place.epoch,
            .weights = toSafeTensors(weightsOf(*m_model, m_config)),
            .state = toSafeTensors({.tensors = m_learner->optimizer().state(), .metadata = {}}),
            .progress = nlohmann::json(m_place).dump()};
}

void Training::tell(double loss, double learningRate) const {
    const std::int64_t stepsPerEpoch = m_batches->batchesPerEpoch();
    const double perStep = m_place.epochSeconds / static_cast<double>(m_place.stepInEpoch);
    const std::int64_t epochsLeft = plannedEpochs() - m_place.epoch;  // after this one
    const auto stepsLeft = static_cast<double>((epochsLeft + 1) * stepsPerEpoch - m_place.stepInEpoch);
    const auto validationsLeft =
        m_place.isRetraining() ? 1.0 : static_cast<double>((epochsLeft + 1) / m_config.evaluateEvery + 1);
    m_observer.stepDone({.step = m_place.step,
                         .epoch = m_place.epoch,
                         .stepInEpoch = m_place.stepInEpoch,
                         .stepsPerEpoch = stepsPerEpoch,
                         .epochs = plannedEpochs(),
                         .loss = loss,
                         .learningRate = learningRate,
                         .sequencesPerSecond = static_cast<double>(m_place.sequences) / m_place.epochSeconds,
                         .secondsLeft = stepsLeft * perStep + validationsLeft * m_validationSeconds});
}

RunRecord execute(Workspace& workspace, RunRecord run, DeviceChoice device, Computation computation,
                  TrainObserver& observer, PauseSwitch& pause, std::stop_token stop) {
    try {
        return Training(workspace, run, device, computation, observer, pause, std::move(stop)).execute();
    } catch (const std::exception& error) {
        RunStore runs(workspace);
        run = runs.byId(run.id);  // with the epochs that were recorded meanwhile
        const auto* known = dynamic_cast<const Error*>(&error);
        const bool stopped = known && known->kind() == ErrorKind::Cancelled;  // while the references were worked out
        run.state = stopped ? RunState::Stopped : RunState::Failed;
        run.message = stopped ? "Stopped before its first step; it can be resumed." : error.what();
        runs.update(run);
        throw;
    }
}

}  // namespace

void PauseSwitch::pause() {
    m_paused = true;
}

void PauseSwitch::resume() {
    m_paused = false;
}

bool PauseSwitch::isPaused() const {
    return m_paused;
}

void PauseSwitch::waitWhilePaused(const std::stop_token& stop) {
    while (m_paused && !stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(20));
}

std::string validationSentence(const RunRecord& run) {
    const std::int64_t users = RunConfig::fromJson(run.config).validationUsers;
    const std::string sentence = run.protocol.sentence();
    return users > 0 ? sentence + ", " + grouped(users) + " drawn users at most" : sentence;
}

RunRecord train(Workspace& workspace, const TrainRequest& request, TrainObserver& observer, PauseSwitch& pause,
                std::stop_token stop) {
    checkConfig(request.config);
    openDevice(request.device);  // says so before a run is stored
    RunStore runs(workspace);
    RunRecord run;
    run.name = request.runName.empty() ? runs.freeName(modelInfo(request.config.model).title) : request.runName;
    run.dataset = request.dataset;
    run.model = request.config.model;
    run.config = request.config.toJson();
    run.protocol = Protocol::defaultFor(DatasetStore(workspace).histories(request.dataset));
    if (request.config.split == "global_time") run.protocol.split = globalTimeSplit(workspace, request.dataset);
    run.protocol.trainedOnValidation = request.config.retrainWithValidation;
    run = runs.add(run);
    return execute(workspace, run, request.device, request.computation, observer, pause, std::move(stop));
}

RunRecord resumeTraining(Workspace& workspace, RunId id, DeviceChoice device, TrainObserver& observer,
                         PauseSwitch& pause, std::stop_token stop) {
    const RunRecord run = RunStore(workspace).byId(id);
    if (run.state == RunState::Finished) {
        throw Error(ErrorKind::Usage, "The run \"" + run.name + "\" is finished.",
                    "Start a new run with more epochs to train longer.");
    }
    openDevice(device);
    return execute(workspace, run, device, Computation::OfDevice, observer, pause, std::move(stop));
}

}  // namespace recscope
