// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace recscope {

struct ImportReport;

/// True for an id that looks like a piece of text: it contains a line end or a tab, has at least five words, has at
/// least three words with a comma or the end of a sentence among them, or has more than 64 characters that are not a
/// single word.
bool looksLikeText(std::string_view id);

/// If any user ids look like text, adds a warning to the report with their number and an example.
void warnOfTexts(const std::vector<std::string>& userIds, ImportReport& report);

}  // namespace recscope
