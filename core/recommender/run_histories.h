// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sequence/histories.h"
#include "core/store/run_store.h"

namespace recscope {

class Workspace;

/// The histories of a run's dataset under the split of the run's protocol, with times if its model reads them. Throws
/// Error(Input) if the split needs times or orders and the dataset has none.
Histories historiesOf(Workspace& workspace, const RunRecord& run);
/// The same under another split.
Histories historiesOf(Workspace& workspace, const RunRecord& run, const SplitRule& split);

}  // namespace recscope
