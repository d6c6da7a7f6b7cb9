// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>

#include "core/sequence/dataset.h"

namespace recscope {

class Workspace;

/// Passes every interaction of a dataset to `take`, with all its stored values, user by user and in the order of the
/// histories. `take` may throw to stop. Throws Error(Workspace).
void readInteractions(Workspace& workspace, DatasetId dataset,
                      const std::function<void(std::int32_t user, const Interaction&)>& take);

}  // namespace recscope
