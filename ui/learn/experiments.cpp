// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/experiments.h"

#include <QtGlobal>
#include <algorithm>

#include "core/explain/scores/inference_session.h"
#include "core/metrics/metrics.h"
#include "core/metrics/proportions.h"
#include "core/metrics/seed_statistics.h"
#include "core/recommender/registry.h"
#include "core/train/live_training.h"
#include "ui/learn/course.h"

namespace recscope::ui {

namespace {

constexpr int kCheatEpochs = 30, kLastItemEpochs = 20, kPartEpochs = 40;
/// Up to this number of interactions, the lessons train on all users; the sample dataset has 42,035 interactions.
constexpr std::int64_t kMaxInteractions = 60'000;
constexpr const char* kUsualLastItemShare = "0.3";

constexpr RemovablePart kParts[] = {
    {QT_TRANSLATE_NOOP("recscope::ui::PartsChapter", "Positions"), "positions", "none"},
    {QT_TRANSLATE_NOOP("recscope::ui::PartsChapter", "Residuals"), "residual", "off"},
    {QT_TRANSLATE_NOOP("recscope::ui::PartsChapter", "Norms"), "layer_norm", "off", "embedding_norm"},
    {QT_TRANSLATE_NOOP("recscope::ui::PartsChapter", "Feed-forward"), "feed_forward", "off"},
    {QT_TRANSLATE_NOOP("recscope::ui::PartsChapter", "One of two layers"), "layers", "1"},
    {QT_TRANSLATE_NOOP("recscope::ui::PartsChapter", "All heads but one"), "heads", "1"},
    {QT_TRANSLATE_NOOP("recscope::ui::PartsChapter", "The right side"), "attention", "causal"},
};

AttentionMaps mapsOf(const LiveTraining& training, const std::vector<Token>& history) {
    return InferenceSession::copyOf(training.recommender(), training.run()).explain(history, /*topK=*/1).attention;
}

}  // namespace

RunConfig lessonConfig(const std::string& model, const DatasetInfo& dataset, int epochs) {
    RunConfig config = presetFor(model, "course", dataset).config;
    setConfigValue(config, "epochs", std::to_string(epochs));
    return config;
}

Experiment leakExperiment(const DatasetInfo& dataset) {
    RunConfig honest = lessonConfig(Course::causalModel(), dataset, kCheatEpochs);
    setConfigValue(honest, "hidden_dropout", "0");
    RunConfig cheat = honest;
    setConfigValue(cheat, "attention", "bidirectional");
    // The newest target of a history is in no input, so the model cannot copy it. It is left out of the training,
    // because it would be the only target of each history that the model has to predict.
    setConfigValue(cheat, "newest_target", "off");
    return {honest, cheat, kCheatEpochs};
}

Experiment lastItemExperiment(const DatasetInfo& dataset) {
    RunConfig with = lessonConfig(Course::bidirectionalModel(), dataset, kLastItemEpochs), without = with;
    setConfigValue(with, "last_item_share", kUsualLastItemShare);
    setConfigValue(without, "last_item_share", "0");
    return {with, without, kLastItemEpochs};
}

std::span<const RemovablePart> removableParts() {
    return kParts;
}

Experiment partExperiment(const DatasetInfo& dataset, const RemovablePart& part) {
    const RunConfig whole = lessonConfig(Course::bidirectionalModel(), dataset, kPartEpochs);
    RunConfig without = whole;
    setConfigValue(without, part.key, part.value);
    if (part.secondKey) setConfigValue(without, part.secondKey, "off");
    return {whole, without, kPartEpochs};
}

std::vector<KindLoss> lossesOf(const TargetKinds& kinds, const std::vector<std::vector<UserRank>>& whole,
                               const std::vector<std::vector<UserRank>>& without) {
    std::vector<KindLoss> losses;
    std::vector<double> p;
    for (int kind = 0; kind < kinds.titles.size(); ++kind) {
        const auto ranksOfWhole = ofKind(kinds, kind, whole), ranksWithout = ofKind(kinds, kind, without);
        KindLoss loss{.kind = kind,
                      .difference = seedDifference("hr@10", {ranksOfWhole.begin(), ranksOfWhole.end()},
                                                   {ranksWithout.begin(), ranksWithout.end()})};
        if (loss.difference.users == 0) continue;
        p.push_back(pValueOf(loss.difference));
        losses.push_back(loss);
    }
    const std::vector<double> adjusted = holm(p);
    for (std::size_t i = 0; i < losses.size(); ++i) {
        losses[i].p = adjusted[i];
        losses[i].isLost =
            losses[i].difference.interval.mean > 0 && adjusted[i] < 0.05 && losses[i].difference.users >= kMinUsers;
    }
    return losses;
}

DifferenceVerdict verdictOf(const MeanInterval& difference) {
    if (difference.mean - difference.halfWidth > 0) return DifferenceVerdict::Better;
    return difference.mean + difference.halfWidth < 0 ? DifferenceVerdict::Worse : DifferenceVerdict::NotClear;
}

RunConfig withSeedIncreased(RunConfig config, int increment) {
    config.training.seed += std::uint64_t(increment);
    return config;
}

std::int64_t lessonUsers(const DatasetInfo& dataset) {
    if (dataset.interactions <= kMaxInteractions || dataset.users == 0) return 0;
    return std::clamp<std::int64_t>(dataset.users * kMaxInteractions / dataset.interactions, 1, dataset.users);
}

std::vector<double> weightsAhead(const LiveTraining& training, const std::vector<Token>& history) {
    const AttentionMaps maps = mapsOf(training, history);
    std::vector<double> ahead;
    for (std::int32_t row = 0; row + 1 < maps.size; ++row) {
        float largest = 0;
        for (std::int32_t layer = 0; layer < maps.layers; ++layer)
            for (std::int32_t head = 0; head < maps.heads; ++head)
                largest = std::max(largest, maps.at(layer, head, row, row + 1));
        ahead.push_back(largest);
    }
    return ahead;
}

std::vector<double> weightsAtTheEnd(const LiveTraining& training, const std::vector<Token>& history) {
    const AttentionMaps maps = mapsOf(training, history);
    std::vector<double> weights(std::size_t(maps.size), 0);
    for (std::int32_t layer = 0; layer < maps.layers; ++layer)
        for (std::int32_t head = 0; head < maps.heads; ++head)
            for (std::int32_t column = 0; column < maps.size; ++column)
                weights[std::size_t(column)] +=
                    double(maps.at(layer, head, maps.size - 1, column)) / (maps.layers * maps.heads);
    return weights;
}

double chanceNdcg(std::int64_t items) {
    double sum = 0;
    for (std::int32_t rank = 1; rank <= 10 && rank <= items; ++rank) sum += metricOfRank("ndcg@10", rank);
    return sum / double(std::max<std::int64_t>(items, 1));
}

}  // namespace recscope::ui
