// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/text_like_ids.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/data/import_report.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr std::size_t kLongest = 64;  // characters; ids up to this length may be hashes in hexadecimal

std::size_t charactersOf(std::string_view utf8) {
    return static_cast<std::size_t>(
        std::count_if(utf8.begin(), utf8.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

/// True for a comma or semicolon, or the end of a sentence after a word of three letters or more (not "Mr. Smith").
bool hasPause(std::string_view text) {
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80; };
    for (std::size_t i = 3; i + 1 < text.size(); ++i) {
        if (text[i + 1] != ' ') continue;
        if (text[i] == ',' || text[i] == ';') return true;
        const bool isEnd = text[i] == '.' || text[i] == '!' || text[i] == '?';
        if (isEnd && isLetter(text[i - 1]) && isLetter(text[i - 2]) && isLetter(text[i - 3])) return true;
    }
    return false;
}

}  // namespace

bool looksLikeText(std::string_view id) {
    constexpr std::size_t kManyWords = 5, kSomeWords = 3;
    if (id.find_first_of("\n\r\t") != std::string_view::npos) return true;
    const auto spaces = static_cast<std::size_t>(std::count(id.begin(), id.end(), ' '));
    if (spaces + 1 >= kManyWords || (spaces + 1 >= kSomeWords && hasPause(id))) return true;
    constexpr std::string_view kTextCharacters = " ,;!?\"'()";
    return charactersOf(id) > kLongest && id.find_first_of(kTextCharacters) != std::string_view::npos;
}

void warnOfTexts(const std::vector<std::string>& userIds, ImportReport& report) {
    const auto texts = std::count_if(userIds.begin(), userIds.end(), looksLikeText);
    if (texts == 0) return;
    std::string example = *std::find_if(userIds.begin(), userIds.end(), looksLikeText);
    std::replace_if(
        example.begin(), example.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    if (example.size() > kLongest) {
        std::size_t end = kLongest;
        while (end > 0 && (static_cast<unsigned char>(example[end]) & 0xC0) == 0x80) --end;
        example = example.substr(0, end) + "…";
    }
    report.warnings.push_back(translated("{} of the {} users {} like free text rather than an id (\"{}\").",
                                         grouped(texts), grouped(static_cast<long long>(userIds.size())),
                                         texts == 1 ? translated("looks") : translated("look"), example));
}

}  // namespace recscope
