// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
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

/// Upper bounds (exclusive), in seconds, of the classes into which the gaps between a user's consecutive interactions
/// are counted; the last class is unbounded. A month counts as 30 days, a year as 365.
inline constexpr std::array<std::int64_t, 10> kGapEnds = {1,          60,         600,         3600,         6L * 3600,
                                                          24L * 3600, 7L * 86400, 30L * 86400, 365L * 86400, INT64_MAX};

const char* gapName(std::size_t gapClass);  ///< for display: "1–10 min"

/// Statistics of a whole dataset, independent of any model.
struct DatasetOverview {
    Quantiles lengths;            ///< number of interactions per user
    Quantiles itemCounts;         ///< number of interactions per item
    Histogram lengthBars;         ///< of the lengths
    RankFrequency popularity;     ///< of the items, by number of interactions
    double top1PercentShare = 0;  ///< share of interactions with the most popular 1 % of the items; 0…1
    double top10PercentShare = 0;
    std::int64_t usersTrainOnly = 0;  ///< users whose history is too short to hold out an interaction
    std::int64_t itemsOnce = 0;       ///< items with a single interaction
    double repeatShare = 0;           ///< share of interactions with an item the user had interacted with before; 0…1
    double tiedTimeShare = 0;  ///< share of interactions at the same time as the user's previous interaction; 0…1
    std::optional<std::int64_t> firstTime, lastTime;  ///< in Unix seconds: the beginning of the first day and the last
                                                      ///< second of the last day, UTC; unset without times
    TimeUnit timeUnit = TimeUnit::Day;
    std::vector<TimeBucket> overTime;                  ///< consecutive, including empty buckets; at most a few hundred
    std::array<std::int64_t, kGapEnds.size()> gaps{};  ///< number of gaps in each class of kGapEnds

    std::string toJson() const;  ///< one object with snake_case keys
    static DatasetOverview fromJson(const std::string& json);
};

/// Computes the statistics in one pass over the dataset. Throws Error(Input | Workspace | Cancelled).
DatasetOverview computeOverview(Workspace& workspace, DatasetId dataset, const ProgressSink& progress,
                                const std::stop_token& stop);

/// The smallest unit that divides the span from `firstTime` to `lastTime` into few enough buckets for a bar chart.
TimeUnit timeUnitFor(std::int64_t firstTime, std::int64_t lastTime);
/// `bucketStart`: the beginning of the bucket that holds `time`. `nextBucket`: the beginning of the bucket after the
/// one that begins at `start`.
std::int64_t bucketStart(std::int64_t time, TimeUnit unit);
std::int64_t nextBucket(std::int64_t start, TimeUnit unit);
/// The buckets of this unit that hold these days, including empty buckets between them. `days`: in ascending order.
std::vector<TimeBucket> bucketsOf(std::span<const TimeBucket> days, TimeUnit unit);

}  // namespace recscope
