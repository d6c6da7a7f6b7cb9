// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace recscope {

/// The text as a field of a CSV file (RFC 4180): quoted if it contains a comma, a quote or a line break.
std::string csvField(const std::string& text);
/// Appends the text to a line of a CSV file as such a field.
void appendCsvField(std::string& line, std::string_view text);

}  // namespace recscope
