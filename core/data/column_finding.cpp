// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/column_finding.h"

#include <array>

namespace recscope {

const char* columnKindName(ColumnKind kind) {
    static constexpr std::array kNames = {"empty",    "one value",   "two values", "a category",    "whole numbers",
                                          "decimals", "ratings",     "times",      "times of day",  "coordinates",
                                          "ids",      "ids of rows", "free text",  "web addresses", "lists"};
    return kNames.at(static_cast<std::size_t>(kind));
}

}  // namespace recscope
