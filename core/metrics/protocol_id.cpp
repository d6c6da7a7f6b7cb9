// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/protocol_id.h"

#include <fmt/format.h>

namespace recscope {

std::string protocolId(const Protocol& protocol) {
    std::string id = protocol.name();
    if (protocol.candidates != Candidates::Full) id += fmt::format("-seed_{}", protocol.seed);
    id += protocol.seen == SeenItems::Removed ? "-seen_removed" : "-seen_kept";
    if (protocol.split.kind == SplitKind::GlobalTime)
        id += fmt::format("-global_time-valid_{}-test_{}", protocol.split.validFrom, protocol.split.testFrom);
    else
        id += protocol.split.kind == SplitKind::NextOrder ? "-next_order" : "-leave_one_out";
    return protocol.trainedOnValidation ? id + "-trained_on_validation" : id;
}

}  // namespace recscope
