// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/metrics/segments.h"
#include "core/sequence/dataset.h"

namespace recscope {

class Workspace;

/// The segments of the scored users (ascending), with the dataset's user attributes and cohorts. `histories`: of the
/// dataset under the split's rule; with times if there should be segments by recency.
std::vector<Segment> readSegments(Workspace& workspace, DatasetId dataset, const Histories& histories, Split split,
                                  std::span<const std::int32_t> scored);

}  // namespace recscope
