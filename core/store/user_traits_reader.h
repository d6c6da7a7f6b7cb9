// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <stop_token>

#include "core/metrics/user_traits.h"

namespace recscope {

class Workspace;

/// The traits of a dataset's users (see `traitsOf`), computed without the `ignored` items. Throws Error(Input) if the
/// dataset does not exist or the rule cannot split it, Error(Cancelled) on a stop request, and Error(Workspace).
UserTraits readUserTraits(Workspace& workspace, DatasetId dataset, const SplitRule& rule, Split split,
                          std::span<const Token> ignored = {}, const std::stop_token& stop = {});

}  // namespace recscope
