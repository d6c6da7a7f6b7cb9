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

/// Whom a statement about "users" is about.
struct StudyOptions {
    std::int64_t users = 200;  ///< at most so many, drawn without replacement; all if there are fewer
    std::uint64_t seed = 42;
    Split split = Split::Test;  ///< what is read is the input of this split's target
};

/// Users that have a target and something the model can read, in index order: a function of (seed, split, dataset).
std::vector<std::int32_t> studiedUsers(const Histories& histories, const StudyOptions& options);

/// One forward pass per studied user with the held-out item as truth and `topK` recommendations. Progress counts users.
/// Throws Error(Cancelled).
void forEachStudied(const InferenceSession& inference, const Histories& histories, const StudyOptions& options,
                    std::int32_t topK, const std::function<void(std::int32_t user, const Explanation&)>& visit,
                    const ProgressSink& progress, const std::stop_token& stop);

}  // namespace recscope
