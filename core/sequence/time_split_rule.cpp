// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sequence/time_split_rule.h"

#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

SplitRule timeSplitRule(SplitKind kind, const SplitMoments& moments,
                        const std::function<std::int64_t(double share)>& timeAtShare) {
    const auto timeOf = [&](const std::string& text) {
        const SplitMoment moment = splitMomentFrom(text);
        return moment.time ? *moment.time : timeAtShare(moment.share);
    };
    SplitRule rule{.kind = kind, .validFrom = timeOf(moments.validFrom), .testFrom = timeOf(moments.testFrom)};
    if (kind == SplitKind::TimeWindow) {
        rule.testUntil = timeOf(moments.testUntil);
        rule.targets = moments.targets;
    }
    const bool isAscending =
        rule.validFrom < rule.testFrom && (kind != SplitKind::TimeWindow || rule.testFrom < rule.testUntil);
    if (!isAscending)
        throw Error(ErrorKind::Usage,
                    translated("The moments of the split are not in order: validation {}, test {}, end {}.",
                               moments.validFrom, moments.testFrom, moments.testUntil),
                    translated("Set valid_from, test_from and test_until to moments that follow each other."));
    const std::int64_t shift = moments.fold * (rule.testUntil - rule.testFrom);
    if (kind == SplitKind::TimeWindow)
        for (std::int64_t* moment : {&rule.validFrom, &rule.testFrom, &rule.testUntil}) *moment -= shift;
    return rule;
}

}  // namespace recscope
