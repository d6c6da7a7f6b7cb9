// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <stop_token>

#include "core/metrics/user_traits.h"

namespace recscope {

class Workspace;

/// Everything the workspace knows of a dataset's users: see `traitsOf`; `ignored` items are left out. Throws
/// Error(Input) if there is no such dataset or it cannot be split so, Error(Cancelled), Error(Workspace).
UserTraits readUserTraits(Workspace& workspace, DatasetId dataset, const SplitRule& rule, Split split,
                          std::span<const Token> ignored = {}, const std::stop_token& stop = {});

}  // namespace recscope
