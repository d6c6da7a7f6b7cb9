// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/data/dataset_overview.h"

namespace recscope::ui {

/// Converts between times and the x of a bar chart of interactions over time, in which bucket i is the bar from i - 0.5
/// to i + 0.5. Within a bucket the scale is linear; it continues beyond the first and the last bucket.
class TimeScale {
public:
    /// `buckets`: consecutive, as bucketsOf returns them.
    explicit TimeScale(const std::vector<TimeBucket>& buckets = {}, TimeUnit unit = TimeUnit::Day);

    double xOf(std::int64_t time) const;  ///< `time`: Unix seconds
    std::int64_t timeOf(double x) const;  ///< Unix seconds

private:
    std::vector<std::int64_t>
        m_starts;  ///< Unix seconds at the beginning of each bucket, and at the end of the last one
};

}  // namespace recscope::ui
