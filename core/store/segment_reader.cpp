// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/segment_reader.h"

#include "core/store/cohort_store.h"
#include "core/store/user_attribute_store.h"

namespace recscope {

std::vector<Segment> readSegments(Workspace& workspace, DatasetId dataset, const Histories& histories, Split split,
                                  std::span<const std::int32_t> scored) {
    const std::vector<UserAttribute> attributes = UserAttributeStore(workspace).list(dataset);
    std::vector<NamedUsers> cohorts;
    const CohortStore store(workspace);
    for (const CohortInfo& cohort : store.list(dataset))
        cohorts.push_back({.name = cohort.name, .users = store.open(cohort.id).users});
    return segmentsOf(
        {.histories = histories, .split = split, .scored = scored, .attributes = attributes, .cohorts = cohorts});
}

}  // namespace recscope
