// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/window_counts.h"

#include <vector>

#include "core/metrics/baselines.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

std::string WindowCounts::sentence() const {
    return translated(
        "{} targets, {} of which nobody had in training. Users with items in the window but none before "
        "it, who are not scored: {}.",
        grouped(targets), grouped(unseenTargets), grouped(coldUsers));
}

WindowCounts windowCounts(const Histories& histories, Split split) {
    WindowCounts counts;
    const std::vector<float> popularity = popularityScores(histories);
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        counts.coldUsers += histories.isCold(user, split);
        if (!histories.hasTarget(user, split)) continue;
        for (const Token token : histories.targets(user, split)) {
            ++counts.targets;
            counts.unseenTargets += popularity[static_cast<std::size_t>(token)] == 0;
        }
    }
    return counts;
}

}  // namespace recscope
