// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace recscope {

/// The bytes EF BB BF that some programs put in front of UTF-8.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// The text without white space at both ends.
std::string_view trimmed(std::string_view text);

/// Lower case for searching: ASCII, Latin-1, Latin Extended-A, Greek and Cyrillic; other characters stay unchanged.
std::string folded(std::string_view utf8);

/// The whole text as a finite number ("4", "4.0", "1e3"; surrounding spaces are allowed); unset if it is not a finite
/// number.
std::optional<double> parseNumber(std::string_view text);

bool isUtf8(std::string_view bytes);

/// ISO-8859-1 bytes as UTF-8.
std::string latin1ToUtf8(std::string_view bytes);

/// Appends a character. Returns false and appends nothing for an invalid code point (a surrogate, above U+10FFFF).
bool appendUtf8(std::string& text, std::uint32_t codePoint);

/// True if there is no byte above 127.
bool isAscii(std::string_view bytes);

/// "a, b and c"; lists at most `limit` words and ends with, for example, "and 12 more" if there are more.
std::string listed(const std::vector<std::string>& words, std::size_t limit = 8);

// The following functions write numbers as is usual in the current language (core/util/language.h): "1.000.209" and
// "0,33" in German.

/// "0.33", or with a typographic minus sign "−0.33". A value that rounds to zero has no sign.
std::string numberText(double value, int decimals);

/// A difference: "+0.33", "−0.33", "0.00".
std::string signedText(double value, int decimals);

/// 1000209 as "1,000,209".
std::string grouped(long long number);

}  // namespace recscope
