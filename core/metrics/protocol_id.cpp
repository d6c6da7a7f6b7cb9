// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/protocol_id.h"

#include <fmt/format.h>

namespace recscope {

std::string protocolId(const Protocol& protocol) {
    std::string id = protocol.name();
    if (protocol.candidates != Candidates::Full) id += fmt::format("-seed_{}", protocol.seed);
    id += protocol.seen == SeenItems::Removed ? "-seen_removed" : "-seen_kept";
    const SplitRule& split = protocol.split;
    if (split.kind == SplitKind::GlobalTime)
        id += fmt::format("-global_time-valid_{}-test_{}", split.validFrom, split.testFrom);
    else if (split.kind == SplitKind::TimeWindow)
        id += fmt::format("-time_window-valid_{}-test_{}-until_{}-{}_targets", split.validFrom, split.testFrom,
                          split.testUntil, split.targets == Targets::All ? "all" : "first");
    else
        id += split.kind == SplitKind::NextOrder ? "-next_order" : "-leave_one_out";
    return protocol.trainedOnValidation ? id + "-trained_on_validation" : id;
}

}  // namespace recscope
