// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/missing_value.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/util/text.h"

namespace recscope {

namespace {

/// True for the characters that a missing value can begin with. This quick test settles nearly all values.
bool mayBegin(char c) {
    constexpr std::string_view kFirst = "nN-\\<# \t\r\n\f\v";
    return kFirst.find(c) != std::string_view::npos;
}

}  // namespace

bool isMissing(std::string_view text) {
    if (text.empty()) return true;
    if (!mayBegin(text[0])) return false;
    text = trimmed(text);
    if (text.empty()) return true;
    constexpr std::array<std::string_view, 10> kExact = {"NA",   "N/A", "n/a", "<NA>", "<na>",
                                                         "#N/A", "#NA", "NaT", "\\N",  "-"};
    if (std::find(kExact.begin(), kExact.end(), text) != kExact.end()) return true;
    if (text.size() < 3 || text.size() > 4) return false;
    const std::string lower = folded(text);
    return lower == "nan" || lower == "null" || lower == "none";
}

}  // namespace recscope
