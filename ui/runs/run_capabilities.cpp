// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/run_capabilities.h"

#include "core/recommender/registry.h"

namespace recscope::ui {

Capabilities capabilitiesOf(const RunRecord& run) {
    const auto config = readableConfig(run.config);
    return config ? recscope::capabilitiesOf(*config) : Capabilities();
}

bool hasAttention(const RunRecord& run) {
    return capabilitiesOf(run).attention == AttentionKind::EveryPosition;
}

}  // namespace recscope::ui
