// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/sequence/split.h"

namespace recscope {

/// A moment of a dataset: a time, or the share of the dataset's interactions that happened before it.
struct SplitMoment {
    std::optional<std::int64_t> time;  ///< Unix seconds; nothing: `share` counts
    double share = 0;                  ///< 0…1; 1 = after the last interaction
};

/// Reads "2018-01-01" (the beginning of that day in UTC) or "80%". Throws Error(Usage) for any other text.
SplitMoment splitMomentFrom(const std::string& text);

/// Where in time a dataset is split, as a person writes it. The dataset turns it into a SplitRule (`timeSplit`).
struct SplitMoments {
    std::string validFrom = "80%", testFrom = "90%";
    std::string testUntil = "100%";  ///< only for SplitKind::TimeWindow, as the fields below
    Targets targets = Targets::All;
    std::int64_t fold = 0;  ///< all moments are earlier by this many lengths of the test window

    bool operator==(const SplitMoments&) const = default;
};

}  // namespace recscope
