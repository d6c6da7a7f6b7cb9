// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/cohort_references.h"

#include "core/metrics/baselines.h"
#include "core/metrics/cohort_scope.h"
#include "core/recommender/baseline_scores.h"
#include "core/store/workspace.h"

namespace recscope {

std::vector<Reference> referencesAmong(Workspace& workspace, DatasetId dataset, const Protocol& requested,
                                       std::span<const std::int32_t> users, const std::stop_token& stop) {
    Protocol protocol = requested;
    protocol.trainedOnValidation = false;  // references are never trained on validation
    std::vector<Reference> references;
    const auto add = [&](Reference reference, const Histories& histories, const BaselineScore& score) {
        const auto metrics = [&](Split split) {
            return metricsOf(ranksOf(evaluateScorer(histories, protocol, split, score, {}, stop).ranks, users));
        };
        reference.valid = metrics(Split::Valid);
        reference.test = metrics(Split::Test);
        references.push_back(std::move(reference));
    };
    visitBaselines(workspace, dataset, protocol, add, stop);
    return references;
}

}  // namespace recscope
