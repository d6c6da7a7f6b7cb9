// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/cohort_references.h"

#include "core/metrics/baselines.h"
#include "core/metrics/cohort_scope.h"
#include "core/store/split_reader.h"
#include "core/store/workspace.h"

namespace recscope {

std::vector<Reference> referencesAmong(Workspace& workspace, DatasetId dataset, const Protocol& requested,
                                       std::span<const std::int32_t> users, const std::stop_token& stop) {
    Protocol protocol = requested;
    protocol.trainedOnValidation = false;  // references are never trained on validation
    const Histories histories = splitHistories(workspace, dataset, protocol.split);
    const auto scored = [&](const char* name, const auto& score) {
        const auto metrics = [&](Split split) {
            return metricsOf(ranksOf(evaluateScorer(histories, protocol, split, score, {}, stop).ranks, users));
        };
        return Reference{.name = name, .valid = metrics(Split::Valid), .test = metrics(Split::Test)};
    };
    const std::vector<float> popularity = popularityScores(histories);
    BigramScorer bigram(histories, stop);
    return {
        scored(translatable("Popularity"), [&](std::span<const Token>) { return std::span(popularity); }),
        scored(translatable("Last item (bigram)"), [&](std::span<const Token> input) { return bigram.scores(input); })};
}

}  // namespace recscope
