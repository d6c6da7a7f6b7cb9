// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/csv.h"

namespace recscope {

std::string csvField(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
    return quoted + '"';
}

}  // namespace recscope
