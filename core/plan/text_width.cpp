// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/text_width.h"

#include <array>
#include <cstdint>

namespace recscope {

namespace {

// Widths are in units of 1/2048 of the font size. kAscii: advance widths of U+0020 to U+007E in DejaVu Sans 2.37 (font
// table hmtx).
constexpr double kUnits = 2048;
constexpr std::array<std::uint16_t, 95> kAscii = {
    651,  821,  942,  1716, 1303, 1946, 1597, 563,  799,  799,  1024, 1716, 651,  739,  651,  690,  1303, 1303, 1303,
    1303, 1303, 1303, 1303, 1303, 1303, 1303, 690,  690,  1716, 1716, 1716, 1087, 2048, 1401, 1405, 1430, 1577, 1294,
    1178, 1587, 1540, 604,  604,  1343, 1141, 1767, 1532, 1612, 1235, 1612, 1423, 1300, 1251, 1499, 1401, 2025, 1403,
    1251, 1403, 799,  690,  799,  1716, 1024, 1024, 1255, 1300, 1126, 1300, 1260, 721,  1300, 1298, 569,  569,  1186,
    569,  1995, 1298, 1253, 1300, 1300, 842,  1067, 803,  1298, 1212, 1675, 1212, 1212, 1075, 1303, 690,  1303, 1716};
constexpr double kOther = 1716;  // other characters: enough for ± and for nearly all Latin, Greek and Cyrillic letters
constexpr double kWide = 2048;   // full-width characters: "…", the em dash, CJK
constexpr double kBold = 1.27;   // largest ratio of DejaVu Sans Bold to DejaVu Sans
constexpr char32_t kFirstCjk = 0x1100, kEllipsis = 0x2026, kEmDash = 0x2014;

/// Decodes the UTF-8 character that starts at byte `at`, and advances `at` past it.
char32_t letterAt(const std::string& words, std::size_t& at) {
    const auto first = static_cast<unsigned char>(words[at++]);
    char32_t letter = first < 0x80 ? first : first >= 0xF0 ? first & 0x07 : first >= 0xE0 ? first & 0x0F : first & 0x1F;
    while (at < words.size() && (static_cast<unsigned char>(words[at]) & 0xC0) == 0x80)
        letter = letter << 6 | (static_cast<unsigned char>(words[at++]) & 0x3F);
    return letter;
}

/// The width of a character in units of 1/2048 of the font size. The characters from U+1E00 to U+2E7F are Latin and
/// Greek letters and symbols, which are not full-width, except for "…" and the em dash.
double widthOf(char32_t letter) {
    if (letter >= U' ' && letter <= U'~') return kAscii[letter - U' '];
    if (letter == 0xB7) return kAscii[0];  // the middle dot is as wide as a space
    return letter >= kFirstCjk && !(letter >= 0x1E00 && letter < 0x2E80 && letter != kEllipsis && letter != kEmDash)
               ? kWide
               : kOther;
}

}  // namespace

double textWidth(const std::string& words, double size, bool bold) {
    double units = 0;
    for (std::size_t at = 0; at < words.size();) units += widthOf(letterAt(words, at));
    return units / kUnits * size * (bold ? kBold : 1);
}

std::string fittedWords(const std::string& words, double width, double size) {
    if (textWidth(words, size) <= width) return words;
    const double available = width - textWidth("…", size);
    std::size_t end = 0;
    double used = 0;
    for (std::size_t at = 0; at < words.size();) {
        used += widthOf(letterAt(words, at)) / kUnits * size;
        if (used > available) break;
        end = at;
    }
    return words.substr(0, end) + "…";
}

}  // namespace recscope
