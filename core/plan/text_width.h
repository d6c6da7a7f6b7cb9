// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates the width of text where no font metrics are available.
#pragma once

#include <string>

namespace recscope {

/// Estimates the width of UTF-8 text at this font size; errors tend to be on the large side. For ASCII text, the result
/// is its width in DejaVu Sans, the widest of the fonts that "sans-serif" commonly resolves to. Full-width characters
/// (CJK) count as wide as they are high.
double textWidth(const std::string& words, double size, bool bold = false);

/// The text, shortened and ended with "…" if its estimated width exceeds `width`.
std::string fittedWords(const std::string& words, double width, double size);

}  // namespace recscope
