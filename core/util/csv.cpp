// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/csv.h"

#include <algorithm>

namespace recscope {

std::string csvField(const std::string& text) {
    std::string field;
    appendCsvField(field, text);
    return field;
}

void appendCsvField(std::string& line, std::string_view text) {
    const auto isSpecial = [](char c) { return c == ',' || c == '"' || c == '\r' || c == '\n'; };
    if (std::none_of(text.begin(), text.end(), isSpecial)) {
        line += text;
        return;
    }
    line += '"';
    for (const char c : text) line.append(c == '"' ? 2 : 1, c);
    line += '"';
}

}  // namespace recscope
