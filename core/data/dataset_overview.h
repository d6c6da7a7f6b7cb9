// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/data/dataset_shapes.h"
#include "core/sequence/dataset.h"
#include "core/util/progress.h"

namespace recscope {

class Workspace;

enum class TimeUnit { Day, Week, Month, Year };
const char* timeUnitName(TimeUnit unit);  ///< "day", "week", "month", "year"

/// Interactions of one day, week (from Monday), month or year, in UTC.
struct TimeBucket {
    std::int64_t start = 0;  ///< Unix seconds at its beginning
    std::int64_t count = 0;
};

/// Upper ends (exclusive) of the classes of gaps between a user's consecutive interactions, in seconds; the last class
/// is unbounded. A month counts as 30 days, a year as 365.
inline constexpr std::array<std::int64_t, 10> kGapEnds = {1,          60,         600,         3600,         6L * 3600,
                                                          24L * 3600, 7L * 86400, 30L * 86400, 365L * 86400, INT64_MAX};

const char* gapName(std::size_t gapClass);  ///< for display: "1–10 min"

/// Statistics of a whole dataset, independent of any model.
struct DatasetOverview {
    Quantiles lengths;     ///< interactions of a user
    Quantiles itemCounts;  ///< interactions of an item
    Histogram lengthBars;
    RankFrequency popularity;
    double top1PercentShare = 0;  ///< of the interactions, on the most popular 1 % of the items
    double top10PercentShare = 0;
    std::int64_t usersTrainOnly = 0;                  ///< with too few interactions to hold any out
    std::int64_t itemsOnce = 0;                       ///< with a single interaction
    double repeatShare = 0;                           ///< of the interactions, with an item the user already had
    double tiedTimeShare = 0;                         ///< of the interactions, at the time of the user's previous one
    std::optional<std::int64_t> firstTime, lastTime;  ///< Unix seconds; none: no times
    TimeUnit timeUnit = TimeUnit::Day;
    std::vector<TimeBucket> overTime;                  ///< without gaps, at most a few hundred
    std::array<std::int64_t, kGapEnds.size()> gaps{};  ///< consecutive pairs by gap class, see kGapEnds

    std::string toJson() const;  ///< one object with snake_case keys
    static DatasetOverview fromJson(const std::string& json);
};

/// One pass over the dataset. Throws Error(Input | Workspace | Cancelled).
DatasetOverview computeOverview(Workspace& workspace, DatasetId dataset, const ProgressSink& progress,
                                const std::stop_token& stop);

/// The smallest unit that covers the time from the first to the last with few enough buckets.
TimeUnit timeUnitFor(std::int64_t firstTime, std::int64_t lastTime);
/// The beginning of the bucket that holds this time, and of the bucket after it.
std::int64_t bucketStart(std::int64_t time, TimeUnit unit);
std::int64_t nextBucket(std::int64_t start, TimeUnit unit);

}  // namespace recscope
