// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>

#include "core/sequence/split_moments.h"

namespace recscope {

/// The rule of a split by time, of kind GlobalTime or TimeWindow. `timeAtShare` returns the time, in Unix seconds,
/// before which this share (0…1) of the dataset's interactions happened. Throws Error(Usage) if the moments are not in
/// ascending order.
SplitRule timeSplitRule(SplitKind kind, const SplitMoments& moments,
                        const std::function<std::int64_t(double share)>& timeAtShare);

}  // namespace recscope
