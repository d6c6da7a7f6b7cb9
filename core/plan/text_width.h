// SPDX-License-Identifier: GPL-3.0-or-later
// How wide words are drawn, where there is no font to ask.
#pragma once

#include <string>

namespace recscope {

/// Width of UTF-8 words in letters of this height, at most: as DejaVu Sans draws them, the widest of the fonts that
/// "sans-serif" commonly means; full-width letters (CJK) are as wide as they are high.
double textWidth(const std::string& words, double size, bool bold = false);

/// The words, or what fits of them with "…" at the end.
std::string fittedWords(const std::string& words, double width, double size);

}  // namespace recscope
