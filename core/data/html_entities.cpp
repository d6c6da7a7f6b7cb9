// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/html_entities.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

#include "core/util/text.h"

namespace recscope {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 24> kNamed = {{
    {"amp", "&"},    {"lt", "<"},     {"gt", ">"},    {"quot", "\""}, {"apos", "'"},   {"nbsp", " "},
    {"reg", "®"},    {"copy", "©"},   {"trade", "™"}, {"deg", "°"},   {"eacute", "é"}, {"egrave", "è"},
    {"agrave", "à"}, {"ccedil", "ç"}, {"uuml", "ü"},  {"ouml", "ö"},  {"auml", "ä"},   {"szlig", "ß"},
    {"ntilde", "ñ"}, {"frac12", "½"}, {"ndash", "–"}, {"mdash", "—"}, {"rsquo", "’"},  {"hellip", "…"},
}};

/// Appends the character for an entity (given without & and ;); returns false if it is unknown.
bool appendEntity(std::string& text, std::string_view name) {
    if (name.starts_with('#')) {
        name.remove_prefix(1);
        const bool isHex = name.starts_with('x') || name.starts_with('X');
        if (isHex) name.remove_prefix(1);
        std::uint32_t code = 0;
        const auto [end, failure] = std::from_chars(name.data(), name.data() + name.size(), code, isHex ? 16 : 10);
        return failure == std::errc() && end == name.data() + name.size() && code >= ' ' && appendUtf8(text, code);
    }
    for (const auto& [known, meaning] : kNamed) {
        if (name != known) continue;
        text += meaning;
        return true;
    }
    return false;
}

}  // namespace

std::string withoutHtmlEntities(std::string_view text) {
    constexpr std::size_t kLongest = 10;  // bytes of an entity, including & and ;
    std::string result;
    while (!text.empty()) {
        const std::size_t start = std::min(text.find('&'), text.size());
        result += text.substr(0, start);
        text.remove_prefix(start);
        if (text.empty()) break;
        const std::size_t end = text.substr(0, kLongest).find(';');
        if (end != std::string_view::npos && appendEntity(result, text.substr(1, end - 1))) {
            text.remove_prefix(end + 1);
        } else {
            result += '&';
            text.remove_prefix(1);
        }
    }
    return result;
}

}  // namespace recscope
