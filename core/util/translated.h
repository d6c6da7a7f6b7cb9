// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/core.h>

#include <string>
#include <string_view>

namespace recscope {

/// The translation of an English text into the current language (core/util/language.h), or the text itself if there is
/// no translation.
std::string translated(std::string_view text);

/// Like the template `translated` below, for arguments packed by `fmt::make_format_args`.
std::string translatedFormat(fmt::string_view format, fmt::format_args arguments);

/// Translates an English format string and inserts the arguments: `translated("{} of {} users", done, total)`.
template <class First, class... Rest>
std::string translated(fmt::format_string<First, Rest...> format, First&& first, Rest&&... rest) {
    return translatedFormat(format, fmt::make_format_args(first, rest...));
}

/// Marks a text for translators but returns it in English; `translated(text)` translates it later. Used in tables of
/// constants and for texts that are stored in English.
constexpr const char* translatable(const char* text) {
    return text;
}

}  // namespace recscope
