// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/data/column_profile.h"

namespace recscope {

/// Which of two columns of ids is the user and which the item, where their names say nothing. What is weighed: the
/// customary order, runs of equal values (tables are kept by user), how long a value is met (people come and go, items
/// stay), titles and mail addresses, and what other columns are properties of.
///
/// A positive number speaks for `left`, which stands further left, as the user; a negative one for `right`. Below 1
/// either way the two readings are too close to choose. Two columns that hold values of one kind, about as many
/// different ones, and are alike in all the rest are the ends of a link: they stay close.
double leftIsUser(const std::vector<ColumnProfile>& profiles, std::size_t left, std::size_t right);

}  // namespace recscope
