// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

#include "core/explain/scores/inference_session.h"
#include "core/sequence/histories.h"
#include "core/util/progress.h"

namespace recscope {

/// The users that a study covers.
struct StudyOptions {
    std::int64_t users = 200;  ///< maximum number of users, drawn without replacement; all if there are fewer
    std::uint64_t seed = 42;
    Split split = Split::Test;  ///< the model reads the items before this split's target
};

/// The users of a study, in index order: drawn from the users with a target and a non-empty input. The draw is a
/// deterministic function of (seed, split, dataset).
std::vector<std::int32_t> studiedUsers(const Histories& histories, const StudyOptions& options);

/// Calls `visit` for each studied user after one forward pass with `topK` recommendations and with the held-out item as
/// truth. Progress counts users. Throws Error(Cancelled).
void forEachStudied(const InferenceSession& inference, const Histories& histories, const StudyOptions& options,
                    std::int32_t topK, const std::function<void(std::int32_t user, const Explanation&)>& visit,
                    const ProgressSink& progress, const std::stop_token& stop);

}  // namespace recscope
