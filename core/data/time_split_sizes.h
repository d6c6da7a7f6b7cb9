// SPDX-License-Identifier: GPL-3.0-or-later
// How many interactions a split by time (GlobalTime, TimeWindow) puts into training, validation and test.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/data/dataset_overview.h"
#include "core/sequence/split_moments.h"

namespace recscope {

class Workspace;

/// A split by time with its numbers of interactions. They count every interaction of a period, also those that are no
/// targets because the user has no history before them, or because only a user's first item in the period is one.
struct TimeSplitSizes {
    SplitRule rule;
    std::int64_t training = 0, validation = 0, test = 0;
    std::int64_t later = 0;  ///< after the test window, not used; 0 for GlobalTime

    bool operator==(const TimeSplitSizes&) const = default;
};

/// Reads the whole dataset. Throws as timeSplit (split_reader.h), and Error(Cancelled).
TimeSplitSizes timeSplitSizes(Workspace& workspace, DatasetId dataset, SplitKind kind, const SplitMoments& moments,
                              const std::stop_token& stop);

/// The days, in UTC, on which the dataset has interactions, in ascending order. Empty without times. Reads the whole
/// dataset. Throws Error(Input | Workspace | Cancelled).
std::vector<TimeBucket> interactionsPerDay(Workspace& workspace, DatasetId dataset, const std::stop_token& stop);

/// Computes the sizes of splits without reading the dataset: from the counts of its days, which are exact for a split
/// at midnight, and from the splits counted before. So a split can follow the mouse.
class KnownTimeSplits {
public:
    /// `days`: as interactionsPerDay returns them.
    explicit KnownTimeSplits(std::span<const TimeBucket> days = {});

    /// Adds what timeSplitSizes returned for these moments.
    void add(const SplitMoments& moments, const TimeSplitSizes& sizes);
    /// Nothing if the dataset must be read (timeSplitSizes). Throws Error(Usage) if the moments are not in order.
    std::optional<TimeSplitSizes> sizes(SplitKind kind, const SplitMoments& moments) const;
    /// The time of a moment before it is moved back by folds; nothing if it is a share whose time is not known.
    std::optional<std::int64_t> timeOf(const std::string& moment) const;

private:
    /// The number of interactions before this time, if it is known.
    std::optional<std::int64_t> countBefore(std::int64_t time) const;

    struct Day {
        std::int64_t start = 0;   ///< Unix seconds
        std::int64_t before = 0;  ///< interactions before the day
        std::int64_t count = 0;
    };
    std::vector<Day> m_days;
    std::int64_t m_total = 0;
    std::map<std::int64_t, std::int64_t> m_before;  ///< interactions before a time, for times within a day
    std::map<double, std::int64_t> m_timeAtShare;   ///< Unix seconds by share, 0…1
};

}  // namespace recscope
