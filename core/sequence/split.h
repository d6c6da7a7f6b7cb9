// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace recscope {

/// Which held-out item is predicted.
enum class Split { Valid, Test };

std::string_view splitName(Split split);  ///< "valid", "test"

/// Under leave-one-out, users with fewer interactions than this are used only for training (SASRec, section IV-A, and
/// its official code).
inline constexpr std::size_t kMinHeldOutHistory = 3;

enum class SplitKind {
    LeaveOneOut,  ///< a user's last item = test, the item before it = validation, all earlier items = training
    /// Items before the time `validFrom` = training; a user's first item from `validFrom` on, but before `testFrom` =
    /// validation; a user's first item from `testFrom` on = test.
    GlobalTime,
    /// The first item of a user's last order = test, the first item of the second-to-last order = validation, all
    /// earlier orders = training. To predict a target, no item of its own order is read or trained on.
    NextOrder,
    /// Items before the time `validFrom` = training; a user's items from `validFrom` on, but before `testFrom` =
    /// validation; a user's items from `testFrom` on, but before `testUntil` = test; later items are not used.
    TimeWindow,
};

/// Which of a user's items in a time window are targets.
enum class Targets { All, First };

/// How histories are cut into training and held-out items.
struct SplitRule {
    SplitKind kind = SplitKind::LeaveOneOut;
    std::int64_t validFrom = 0, testFrom = 0;  ///< unix seconds; only for GlobalTime and TimeWindow
    std::int64_t testUntil = 0;                ///< unix seconds, exclusive; only for TimeWindow
    Targets targets = Targets::All;            ///< only for TimeWindow; the other kinds have one target

    std::string translatedName() const;  ///< the name of the rule in the current language
    /// The name as it is stored: "leave-one-out", "next order", "global time, validation from 2000-12-29, test from
    /// 2001-08-05", "time window, validation from 2000-12-29, test from 2001-08-05 until 2002-01-01, all items".
    std::string name() const;
    bool operator==(const SplitRule&) const = default;
};

/// The split of one history. Positions are counted from the oldest item, which has position 0.
struct HistoryCut {
    std::int32_t trainEnd = 0;               ///< number of items, from the oldest on, that are trained on
    std::int32_t validAt = -1, testAt = -1;  ///< positions of the first targets; -1 = none
    /// Only for TimeWindow: the targets end before these positions. 0: there is one target at most. If the end is above
    /// 0 but there is no first target, the items before the end are targets of a user who has no history before them.
    std::int32_t validEnd = 0, testEnd = 0;

    std::int32_t at(Split split) const { return split == Split::Valid ? validAt : testAt; }
    std::int32_t end(Split split) const { return split == Split::Valid ? validEnd : testEnd; }
};

/// Splits a history of `length` items. `times` (unix seconds, one per item, oldest first) is read only for GlobalTime
/// and TimeWindow, `orders` (see Histories::orders) only for NextOrder.
HistoryCut cutOf(const SplitRule& rule, std::size_t length, std::span<const std::int64_t> times,
                 std::span<const std::int32_t> orders = {});

}  // namespace recscope
