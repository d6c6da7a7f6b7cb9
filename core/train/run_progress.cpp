// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/run_progress.h"

#include <nlohmann/json.hpp>

namespace recscope {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(RunProgress, epoch, stepInEpoch, step, lossSum, scored, sequences,
                                                epochSeconds, bestValidation, evaluationsSinceBest, epochsBefore,
                                                stepsBefore)

void RunProgress::startNextEpoch() {
    ++epoch;
    stepInEpoch = scored = sequences = 0;
    lossSum = epochSeconds = 0;
}

void RunProgress::startRetraining(std::int64_t epochsDone) {
    epoch = epochsDone;
    startNextEpoch();
    epochsBefore = epochsDone;
    stepsBefore = step;
}

std::string RunProgress::toJson() const {
    return nlohmann::json(*this).dump();
}

RunProgress RunProgress::fromJson(const std::string& json) {
    const auto object = nlohmann::json::parse(json);
    auto progress = object.get<RunProgress>();
    // Versions that always validated by NDCG@10 stored its best value under this name.
    if (const auto ndcg = object.find("bestNdcg"); ndcg != object.end()) ndcg->get_to(progress.bestValidation);
    return progress;
}

}  // namespace recscope
