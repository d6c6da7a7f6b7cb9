// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace recscope {

/// A table as a strict parser reads it.
struct StrictTable {
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows;
};

/// Reads comma-separated text by RFC 4180, or tab-separated text without quoting. A quote may occur only at the
/// beginning of a cell, doubled within it, or before a separator or line end. The last line must end, too. Throws
/// std::runtime_error with the line number.
StrictTable readStrictly(std::string_view text, char separator = ',');

/// Problems for a strict parser, as sentences: a column name that is empty or occurs twice, a row of a different
/// length, and any cell with a number formatted for people ("1,931", "18.3 ×", "12 %", "0.06 ± 0.01", "−0.3", "+0.3",
/// "3 of 12", "8 s", "nan") instead of one that std::from_chars reads completely.
std::vector<std::string> problemsOf(const StrictTable& table);

}  // namespace recscope
