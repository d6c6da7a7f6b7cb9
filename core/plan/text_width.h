// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates the width of text where no font metrics are available.
#pragma once

#include <string>

namespace recscope {

/// An upper bound on the width of UTF-8 text at this font size: the width in DejaVu Sans, the widest of the fonts that
/// "sans-serif" commonly resolves to; full-width characters (CJK) count as wide as they are high.
double textWidth(const std::string& words, double size, bool bold = false);

/// The text, shortened with "…" at the end if it does not fit.
std::string fittedWords(const std::string& words, double width, double size);

}  // namespace recscope
