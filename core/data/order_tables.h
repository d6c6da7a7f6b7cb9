// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/data/import_source.h"

namespace recscope {

/// A table beside the lines of orders with one row for each order, which says whose order it is.
struct OrderTable {
    SourcePart part;
    std::int64_t matched = 0, of = 0;  ///< number of orders of the first rows: those in this table, and all
    bool isSure = false;  ///< the table has nearly all of these orders, each once, in a column of the same name

    /// "orders.csv gives the users of 312 of 350 orders in the first rows".
    std::string sentence() const;
};

/// The table of the orders if each order counts as one user, or if the import asks whose interactions these are. Only a
/// few small tables are read.
std::optional<OrderTable> findOrderTable(const ImportSource& source);

}  // namespace recscope
