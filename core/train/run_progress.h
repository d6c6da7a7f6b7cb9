// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace recscope {

/// The progress of a run, stored as JSON in the Last checkpoint. It suffices to resume the run with the same results as
/// without an interruption.
struct RunProgress {
    std::int64_t epoch = 1;                 ///< the epoch being trained
    std::int64_t stepInEpoch = 0;           ///< steps done in this epoch
    std::int64_t step = 0;                  ///< optimizer steps done in the whole run
    double lossSum = 0;                     ///< sum of the losses of all predicted positions of the epoch so far
    std::int64_t scored = 0;                ///< number of predicted positions whose losses are summed in lossSum
    std::int64_t sequences = 0;             ///< sequences trained on in this epoch
    double epochSeconds = 0;                ///< training time of this epoch in seconds
    double bestValidation = -1;             ///< best value of the validation metric so far; -1: none yet
    std::int64_t evaluationsSinceBest = 0;  ///< number of validations since the best value
    // The state of the second training, which includes the validation items (`TrainingConfig::retrainWithValidation`);
    // 0 = not begun.
    std::int64_t epochsBefore = 0;  ///< epochs done before the second training
    std::int64_t stepsBefore = 0;   ///< optimizer steps done before the second training

    bool isRetraining() const { return epochsBefore > 0; }
    /// Steps since the weights of the current (first or second) training were initialized.
    std::int64_t stepsOfTraining() const { return step - stepsBefore; }
    void startNextEpoch();
    /// Starts the second training after `epochsDone` epochs.
    void startRetraining(std::int64_t epochsDone);

    std::string toJson() const;
    static RunProgress fromJson(const std::string& json);
};

}  // namespace recscope
