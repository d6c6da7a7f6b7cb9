// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/run_store.h"

namespace recscope {

/// Whether another seed could change the run's result; false for models such as popularity. If the config cannot be
/// read, because another version wrote it, assumes that it could, which is the more cautious assumption.
bool dependsOnSeed(const RunRecord& run);

/// Whether the two runs have the same config except for the seed. False if a config cannot be read, and for different
/// runs of models that come from files, because the config does not show whether the files differ.
bool sameConfig(const RunRecord& a, const RunRecord& b);

}  // namespace recscope
