// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace recscope {

/// A table as a strict parser reads it.
struct StrictTable {
    std::vector<std::string> head;
    std::vector<std::vector<std::string>> rows;
};

/// Reads comma- or tab-separated text by RFC 4180: a quote only where a cell begins, doubled inside, closed before a
/// separator or line end; every line ends. Throws std::runtime_error with the line.
StrictTable readStrictly(std::string_view text, char separator = ',');

/// Problems for a strict parser, as sentences: a column name that is empty or occurs twice, a row of another length,
/// and any cell with a number formatted for people ("1,931", "18.3 ×", "12 %", "0.06 ± 0.01", "−0.3", "+0.3", "3 of
/// 12", "8 s", "nan") instead of one that std::from_chars reads completely.
std::vector<std::string> problemsOf(const StrictTable& table);

}  // namespace recscope
