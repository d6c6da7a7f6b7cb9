// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace recscope {

/// The progress of a run: stored as JSON beside the Last weights, sufficient to resume with the same numbers.
struct RunProgress {
    std::int64_t epoch = 1;        ///< the epoch being trained
    std::int64_t stepInEpoch = 0;  ///< steps done in it
    std::int64_t step = 0;         ///< steps done in all
    double lossSum = 0;            ///< over the epoch's scored positions so far
    std::int64_t scored = 0;       ///< positions in lossSum
    std::int64_t sequences = 0;    ///< of this epoch
    double epochSeconds = 0;       ///< of this epoch
    double bestNdcg = -1;
    std::int64_t evaluationsSinceBest = 0;
    // Progress of the second training with the validation items; 0 = not begun.
    std::int64_t epochsBefore = 0;  ///< epochs done before it
    std::int64_t stepsBefore = 0;

    bool isRetraining() const { return epochsBefore > 0; }
    /// Steps of the current training since initialization.
    std::int64_t stepsOfTraining() const { return step - stepsBefore; }
    void startNextEpoch();
    /// Starts the second training after `epochsDone` epochs.
    void startRetraining(std::int64_t epochsDone);

    std::string toJson() const;
    static RunProgress fromJson(const std::string& json);
};

}  // namespace recscope
