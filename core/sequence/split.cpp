// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sequence/split.h"

#include <algorithm>

#include "core/util/time.h"
#include "core/util/translated.h"

namespace recscope {

std::string_view splitName(Split split) {
    return split == Split::Valid ? "valid" : "test";
}

std::string SplitRule::name() const {
    if (kind == SplitKind::LeaveOneOut) return "leave-one-out";
    if (kind == SplitKind::NextOrder) return "next order";
    if (kind == SplitKind::TimeWindow)
        return "time window, validation from " + dateText(validFrom) + ", test from " + dateText(testFrom) + " until " +
               dateText(testUntil) + (targets == Targets::All ? ", all items" : ", first item");
    return "global time, validation from " + dateText(validFrom) + ", test from " + dateText(testFrom);
}

std::string SplitRule::translatedName() const {
    if (kind == SplitKind::LeaveOneOut) return translated("leave-one-out");
    if (kind == SplitKind::NextOrder) return translated("next order");
    if (kind == SplitKind::TimeWindow) {
        const std::string valid = dateText(validFrom), test = dateText(testFrom), until = dateText(testUntil);
        return targets == Targets::All
                   ? translated("all items of a time window, validation from {}, test from {} until {}", valid, test,
                                until)
                   : translated("first item of a time window, validation from {}, test from {} until {}", valid, test,
                                until);
    }
    return translated("global time, validation from {}, test from {}", dateText(validFrom), dateText(testFrom));
}

HistoryCut cutOf(const SplitRule& rule, std::size_t length, std::span<const std::int64_t> times,
                 std::span<const std::int32_t> orders) {
    const auto size = static_cast<std::int32_t>(length);
    if (rule.kind == SplitKind::LeaveOneOut) {
        if (length < kMinHeldOutHistory) return {.trainEnd = size};
        return {.trainEnd = size - 2, .validAt = size - 2, .testAt = size - 1};
    }
    if (rule.kind == SplitKind::NextOrder) {
        // Returns the index of the first item of the order to which the item before `end` belongs.
        const auto startOfOrderBefore = [&](std::int32_t end) {
            const auto orderEnd = orders.begin() + end;
            return static_cast<std::int32_t>(std::lower_bound(orders.begin(), orderEnd, *(orderEnd - 1)) -
                                             orders.begin());
        };
        const std::int32_t test = orders.empty() ? 0 : startOfOrderBefore(size);
        const std::int32_t valid = test == 0 ? 0 : startOfOrderBefore(test);
        if (valid == 0) return {.trainEnd = size};  // fewer than three orders: used only for training
        return {.trainEnd = valid, .validAt = valid, .testAt = test};
    }
    const auto firstFrom = [&](std::int64_t moment) {
        return static_cast<std::int32_t>(std::lower_bound(times.begin(), times.end(), moment) - times.begin());
    };
    const std::int32_t valid = firstFrom(rule.validFrom), test = firstFrom(rule.testFrom);
    if (rule.kind == SplitKind::TimeWindow) {
        const std::int32_t until = firstFrom(rule.testUntil);
        const auto endOf = [&](std::int32_t from, std::int32_t to) {
            return from == to ? 0 : rule.targets == Targets::First ? from + 1 : to;
        };
        return {.trainEnd = valid,
                .validAt = valid > 0 && valid < test ? valid : -1,
                .testAt = test > 0 && test < until ? test : -1,
                .validEnd = endOf(valid, test),
                .testEnd = endOf(test, until)};
    }
    // A target without items before it cannot be predicted.
    return {.trainEnd = valid,
            .validAt = valid > 0 && valid < test ? valid : -1,
            .testAt = test > 0 && test < size ? test : -1};
}

}  // namespace recscope
