// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <system_error>

#include "core/util/language.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

/// The length of the UTF-8 sequence at the start of `bytes`, with its code point in `codePoint`; 0 for an invalid
/// sequence (overlong forms, surrogates and values above U+10FFFF included).
std::size_t decode(std::string_view bytes, std::uint32_t& codePoint) {
    const auto at = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
    const unsigned char lead = at(0);
    if (lead < 0x80) {
        codePoint = lead;
        return 1;
    }
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || bytes.size() < length) return 0;
    codePoint = lead & (0x7Fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((at(i) & 0xC0) != 0x80) return 0;
        codePoint = codePoint << 6 | (at(i) & 0x3Fu);
    }
    constexpr std::uint32_t kMinCodePoint[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = codePoint >= 0xD800 && codePoint <= 0xDFFF;
    return codePoint < kMinCodePoint[length] || codePoint > 0x10FFFF || surrogate ? 0 : length;
}

/// Pre: codePoint < 0x800.
void appendTwoBytes(std::string& text, std::uint32_t codePoint) {
    text += static_cast<char>(0xC0 | codePoint >> 6);
    text += static_cast<char>(0x80 | (codePoint & 0x3F));
}

std::uint32_t lowerCase(std::uint32_t c) {
    if ((c >= 0xC0 && c <= 0xDE && c != 0xD7) || (c >= 0x391 && c <= 0x3A9) || (c >= 0x410 && c <= 0x42F)) {
        return c + 0x20;
    }
    if (c >= 0x400 && c <= 0x40F) return c + 0x50;
    const bool evenIsUpper = (c >= 0x100 && c <= 0x137 && c != 0x130 && c != 0x131) || (c >= 0x14A && c <= 0x177);
    const bool oddIsUpper = (c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17E);
    if ((evenIsUpper && c % 2 == 0) || (oddIsUpper && c % 2 == 1)) return c + 1;
    return c;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kSpace = " \t\r\n\f\v", kNoBreakSpace = "\xC2\xA0";
    for (;;) {
        const std::size_t first = text.find_first_not_of(kSpace);
        if (first == std::string_view::npos) return {};
        text = text.substr(first, text.find_last_not_of(kSpace) - first + 1);
        const bool begins = text.starts_with(kNoBreakSpace);
        if (begins) text.remove_prefix(kNoBreakSpace.size());
        const bool ends = text.ends_with(kNoBreakSpace);
        if (ends) text.remove_suffix(kNoBreakSpace.size());
        if (!begins && !ends) return text;
    }
}

std::string folded(std::string_view utf8) {
    std::string result;
    result.reserve(utf8.size());
    while (!utf8.empty()) {
        std::uint32_t codePoint = 0;
        const std::size_t length = std::max<std::size_t>(decode(utf8, codePoint), 1);
        if (length == 1) {
            const char c = utf8[0];
            result += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
        } else if (length == 2) {
            appendTwoBytes(result, lowerCase(codePoint));
        } else {
            result += utf8.substr(0, length);
        }
        utf8.remove_prefix(length);
    }
    return result;
}

std::optional<double> parseNumber(std::string_view text) {
    text = trimmed(text);
    if (text.starts_with('+')) text.remove_prefix(1);
    double value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
    return value;
}

bool isUtf8(std::string_view bytes) {
    while (!bytes.empty()) {
        std::uint32_t codePoint = 0;
        const std::size_t length = decode(bytes, codePoint);
        if (length == 0) return false;
        bytes.remove_prefix(length);
    }
    return true;
}

std::string latin1ToUtf8(std::string_view bytes) {
    std::string result;
    result.reserve(bytes.size());
    for (const char c : bytes) {
        const auto code = static_cast<unsigned char>(c);
        if (code < 0x80) {
            result += c;
        } else {
            appendTwoBytes(result, code);
        }
    }
    return result;
}

bool appendUtf8(std::string& text, std::uint32_t codePoint) {
    if (codePoint > 0x10FFFF || (codePoint >= 0xD800 && codePoint <= 0xDFFF)) return false;
    const auto continued = [&](int shift) { text += static_cast<char>(0x80 | (codePoint >> shift & 0x3F)); };
    if (codePoint < 0x80) {
        text += static_cast<char>(codePoint);
    } else if (codePoint < 0x800) {
        appendTwoBytes(text, codePoint);
    } else if (codePoint < 0x10000) {
        text += static_cast<char>(0xE0 | codePoint >> 12);
        continued(6);
        continued(0);
    } else {
        text += static_cast<char>(0xF0 | codePoint >> 18);
        continued(12);
        continued(6);
        continued(0);
    }
    return true;
}

bool isAscii(std::string_view bytes) {
    unsigned char all = 0;
    for (const char c : bytes) all |= static_cast<unsigned char>(c);
    return all < 0x80;
}

std::string listed(const std::vector<std::string>& words, std::size_t limit) {
    std::string text;
    const std::size_t shown = std::min(limit, words.size());
    for (std::size_t i = 0; i < shown; ++i) {
        if (i > 0) text += i + 1 == words.size() ? translated(" and ") : std::string(", ");
        text += words[i];
    }
    if (shown < words.size()) text += translated(" and {} more", grouped(static_cast<long long>(words.size() - shown)));
    return text;
}

std::string numberText(double value, int decimals) {
    std::string text = fmt::format("{:.{}f}", std::abs(value), decimals);
    std::replace(text.begin(), text.end(), '.', currentLanguageInfo().point);
    const bool isZero = text.find_first_of("123456789") == std::string::npos;
    return value < 0 && !isZero ? "\u2212" + text : text;
}

std::string signedText(double value, int decimals) {
    const std::string text = numberText(value, decimals);
    const bool isPositive = value > 0 && text.find_first_of("123456789") != std::string::npos;
    return isPositive ? "+" + text : text;
}

std::string grouped(long long number) {
    std::string text = std::to_string(number);
    const std::size_t firstDigit = number < 0 ? 1 : 0;
    for (std::size_t at = text.size(); at > firstDigit + 3;) {
        at -= 3;
        text.insert(text.begin() + static_cast<std::ptrdiff_t>(at), currentLanguageInfo().group);
    }
    return text;
}

}  // namespace recscope
