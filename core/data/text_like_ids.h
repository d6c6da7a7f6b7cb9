// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace recscope {

struct ImportReport;

/// True for an id that looks like a piece of text: it has a line end or a tab in it, five words or more, three words
/// with a comma or the end of a sentence between them, or more than 64 characters that are not all of one word.
bool looksLikeText(std::string_view id);

/// Adds a warning with their number and an example, if any user ids look like text.
void warnOfTexts(const std::vector<std::string>& userIds, ImportReport& report);

}  // namespace recscope
