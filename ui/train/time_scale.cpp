// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/time_scale.h"

#include <algorithm>
#include <cmath>

namespace recscope::ui {

TimeScale::TimeScale(const std::vector<TimeBucket>& buckets, TimeUnit unit) {
    for (const TimeBucket& bucket : buckets) m_starts.push_back(bucket.start);
    if (!buckets.empty()) m_starts.push_back(nextBucket(buckets.back().start, unit));
}

double TimeScale::xOf(std::int64_t time) const {
    if (m_starts.empty()) return 0;
    const auto next = std::upper_bound(m_starts.begin() + 1, m_starts.end() - 1, time);
    const auto start = next - 1;
    return double(start - m_starts.begin()) - 0.5 + double(time - *start) / double(*next - *start);
}

std::int64_t TimeScale::timeOf(double x) const {
    if (m_starts.empty()) return 0;
    const double bucket = std::clamp(std::floor(x + 0.5), 0.0, double(m_starts.size() - 2));
    const auto start = m_starts.begin() + std::ptrdiff_t(bucket);
    return *start + std::llround((x + 0.5 - bucket) * double(*(start + 1) - *start));
}

}  // namespace recscope::ui
