// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace recscope {

struct ImportReport;

/// True for an id that looks like free text, that is, meets any of these conditions:
/// - It contains a line end or a tab.
/// - It has at least five words.
/// - It has at least three words and contains a comma, a semicolon or the end of a sentence.
/// - It has more than 64 characters and contains a space or a punctuation mark.
bool looksLikeText(std::string_view id);

/// If any user ids look like text, adds a warning to the report that states how many there are and shows an example.
void warnOfTexts(const std::vector<std::string>& userIds, ImportReport& report);

}  // namespace recscope
