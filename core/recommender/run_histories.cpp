// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/run_histories.h"

#include "core/recommender/registry.h"
#include "core/store/split_reader.h"

namespace recscope {

Histories historiesOf(Workspace& workspace, const RunRecord& run) {
    return historiesOf(workspace, run, run.protocol.split);
}

Histories historiesOf(Workspace& workspace, const RunRecord& run, const SplitRule& split) {
    const std::optional<RunConfig> config = readableConfig(run.config);
    const bool readsTimes = config && capabilitiesOf(*config).readsTimes;
    return splitHistories(workspace, run.dataset, split, readsTimes ? ReadTimes::Yes : ReadTimes::No);
}

}  // namespace recscope
