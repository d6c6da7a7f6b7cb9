// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope {

struct RunConfig;

/// What the training loss of a run is measured in.
enum class LossUnit {
    Nats,          ///< minus the natural logarithm of a probability
    SquaredError,  ///< the sum of squared errors of a sample
    None,          ///< neither, such as TOP1's differences of scores
};

/// The unit of this config's loss; see ModelEntry::lossUnit. Throws Error(Usage) for an unknown model.
LossUnit lossUnitOf(const RunConfig& config);

}  // namespace recscope
