// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/train_reporter.h"

#include <fmt/format.h>

#include <cstdio>

#include "app/cli/text_output.h"
#include "core/config/run_config.h"
#include "core/recommender/evaluate.h"
#include "core/store/split_reader.h"
#include "core/util/text.h"

#include "core/recommender/registry.h"
#include "core/util/translated.h"

namespace recscope::cli {

void TrainReporter::runStarted(const RunRecord& run, const std::vector<Reference>& references) {
    m_runName = run.name;
    m_noBetter.clear();
    m_plannedEpochs = configFromJson(run.config).training.epochs;
    if (m_context.json && m_epochs == Epochs::AsResult) {
        Json values = Json::array();
        for (const Reference& reference : references) {
            values.push_back(toJson(reference, "valid", reference.valid));
        }
        m_context.print({{"event", "started"},
                         {"run", run.name},
                         {"dataset", run.datasetName},
                         {"model", run.model},
                         {"device", wordsOf(run.device)},
                         {"device_facts", Json::parse(deviceToJson(run.device))},
                         {"epochs_done", run.epochsDone},
                         {"config", Json::parse(run.config)},
                         {"references", values},
                         {"protocol", toJson(run.protocol)},
                         {"warning", leakageWarning(m_context.workspace(), run.dataset, run.protocol.split)}});
        return;
    }
    notify(translated("{} on {} ({})", run.name, run.datasetName, wordsOf(run.device)));
    if (m_epochs == Epochs::AsResult) {
        notify(translated("Validation: {}", validationSentence(run)));
        const std::string warning = leakageWarning(m_context.workspace(), run.dataset, run.protocol.split);
        if (!warning.empty()) notify(warning);
        for (const Reference& reference : references) {
            notify(fmt::format("{}: NDCG@10 {:.4f}, HR@10 {:.4f}", reference.title(), reference.valid.ndcg10,
                               reference.valid.hr10));
        }
    }
}

void TrainReporter::stepDone(const StepInfo& info) {
    m_plannedEpochs = info.epochs;  // changes when a second training, with the validation items, begins
    if (m_epochs == Epochs::AsResult) {
        m_context.showEvent([&]() -> Json {
            return {{"event", "progress"},
                    {"run", m_runName},
                    {"epoch", info.epoch},
                    {"epochs", info.epochs},
                    {"step", info.stepInEpoch},
                    {"steps", info.stepsPerEpoch},
                    {"loss", info.loss},
                    {"learning_rate", info.learningRate},
                    {"sequences_per_second", info.sequencesPerSecond},
                    {"seconds_left", info.secondsLeft}};
        });
    }
    const std::string line = translated("{}  epoch {}/{}, step {}/{}  loss {:.4f}  {:.0f} sequences/s  {} left",
                                        m_runName, info.epoch, info.epochs, info.stepInEpoch, info.stepsPerEpoch,
                                        info.loss, info.sequencesPerSecond, duration(info.secondsLeft));
    m_context.showStatus(m_noBetter.empty() ? line : line + "  " + m_noBetter);
}

void TrainReporter::epochDone(const RunRecord& run, const EpochInfo& info) {
    const EpochRecord& epoch = info.record;
    if (m_context.json && m_epochs == Epochs::AsResult) {
        m_context.print({{"event", "epoch"},
                         {"run", run.name},
                         {"epoch", epoch.epoch},
                         {"loss", epoch.loss},
                         {"seconds", epoch.seconds},
                         {"sequences_per_second", epoch.sequencesPerSecond},
                         {"best", info.isBest},
                         {"best_epoch", run.bestEpoch},
                         {"evaluations_since_best", info.evaluationsSinceBest},
                         {"valid", epoch.valid ? toJson(*epoch.valid) : Json(nullptr)}});
        return;
    }
    std::string line = translated("epoch {:3}/{}  loss {:.4f}", epoch.epoch, m_plannedEpochs, epoch.loss);
    if (epoch.valid) line += fmt::format("  NDCG@10 {:.4f}  HR@10 {:.4f}", epoch.valid->ndcg10, epoch.valid->hr10);
    noteEpoch(run, info);
    line += translated("  {:.1f} s  {:.0f} sequences/s{}", epoch.seconds, epoch.sequencesPerSecond,
                       info.isBest          ? translated("  best so far")
                       : m_noBetter.empty() ? std::string()
                                            : "  " + m_noBetter);
    notify(line);
}

void TrainReporter::noteEpoch(const RunRecord& run, const EpochInfo& info) {
    if (info.record.valid) m_noBetter = info.isBest ? std::string() : noBetterText(run, info);
}

std::string TrainReporter::noBetterText(const RunRecord& run, const EpochInfo& info) {
    const TrainingConfig training = configFromJson(run.config).training;
    const std::string metric = metricTitle(training.validationMetric);
    return training.patience > 0 ? translated("no better {} since epoch {} ({} of {} validations until early stopping)",
                                              metric, run.bestEpoch, info.evaluationsSinceBest, training.patience)
                                 : translated("no better {} since epoch {}", metric, run.bestEpoch);
}

void TrainReporter::evaluating(Split split, std::int64_t done, std::int64_t total) {
    if (m_epochs == Epochs::AsResult) {
        m_context.showEvent([&]() -> Json {
            return {{"event", "evaluating"},
                    {"run", m_runName},
                    {"split", splitName(split)},
                    {"done", done},
                    {"total", total}};
        });
    }
    m_context.showStatus(translated("{}  ranking the {} items  {} of {} users", m_runName, splitName(split),
                                    grouped(done), grouped(total)));
}

void TrainReporter::notified(const std::string& sentence) {
    if (sentence.empty()) return;
    if (m_context.json && m_epochs == Epochs::AsResult)
        m_context.showEvent([&]() -> Json { return {{"event", "told"}, {"run", m_runName}, {"message", sentence}}; });
    m_context.showStatus(m_runName.empty() ? sentence : m_runName + "  " + sentence);
}

void TrainReporter::notify(const std::string& line) {
    m_context.endStatus();
    std::FILE* stream = m_epochs == Epochs::AsResult && !m_context.json ? stdout : stderr;
    fmt::print(stream, "{}\n", line);
    std::fflush(stream);
}

}  // namespace recscope::cli
