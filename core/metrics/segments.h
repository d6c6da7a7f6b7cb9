// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/metrics/metric_values.h"
#include "core/sequence/histories.h"
#include "core/sequence/user_attribute.h"

namespace recscope {

/// By what the users of a segment were chosen. What belongs to the target is that of a user's first target, so that the
/// segments are the same for every model.
enum class SegmentKind {
    HistoryLength,     ///< number of items that the model could read
    Recency,           ///< days between the newest of these items and the target; only with times
    TargetPopularity,  ///< training interactions of the target
    NewItem,           ///< whether the target has no training interactions at all
    Attribute,         ///< value of a user attribute
    Cohort,            ///< saved cohorts, which may overlap
};

/// Scored users who have something in common.
struct Segment {
    SegmentKind kind = SegmentKind::HistoryLength;
    std::string by;                   ///< in the current language: "Length of the history", "occupation", "Cohort"
    std::string name;                 ///< "3 to 9 items", "student"
    std::vector<std::int32_t> users;  ///< ascending, not empty
};

inline constexpr std::size_t kFewestWithValue = 10;

/// What a table of a metric in segments must say: that intervals are not corrected and, for a property of all lists,
/// that segments of different sizes cannot be compared.
std::string aboutSegments(const std::string& metric);

struct NamedUsers {
    std::string name;
    std::vector<std::int32_t> users;  ///< ascending
};

struct SegmentSource {
    const Histories& histories;  ///< times may be missing: then there are no segments by recency
    Split split = Split::Test;
    std::span<const std::int32_t> scored;  ///< users who were ranked, ascending
    std::span<const UserAttribute> attributes = {};
    std::span<const NamedUsers> cohorts = {};
};

/// All segments, grouped by kind in the order of the enum. Numbers are cut into at most five groups of about equal
/// size. Values of an attribute that fewer than `kFewestWithValue` users have are left out, and so is a kind by which
/// all users are in one segment.
std::vector<Segment> segmentsOf(const SegmentSource& source);

/// The order of segments from the worst to the best. `means`: of a metric in each segment; segments without one, whose
/// `users` is 0, come last. Metrics that only describe are ordered as if higher were better.
std::vector<std::size_t> worstFirst(std::span<const SeedInterval> means, Better better);

/// One line of a CSV file about a segment, without the line break, and the header of such lines.
std::string segmentCsvLine(const Segment& segment, const std::string& metric, const SeedInterval& mean);
inline constexpr const char* kSegmentCsvHeader = "segment_by,segment,segment_users,metric,mean,low_95,high_95,users";

}  // namespace recscope
