// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "core/sequence/histories.h"

namespace recscope {

/// The targets of a split by time window, and the users and targets that no metric can do justice to.
struct WindowCounts {
    std::int64_t coldUsers = 0;      ///< users with targets but without a history before them; they are not scored
    std::int64_t targets = 0;        ///< targets of the users who are scored
    std::int64_t unseenTargets = 0;  ///< of these, targets that nobody had in training; almost no model can find them

    /// "10,585 targets, 120 of which nobody had in training. Users with items in the window but none before it, who are
    /// not scored: 35."
    std::string sentence() const;
};
WindowCounts windowCounts(const Histories& histories, Split split);

}  // namespace recscope
