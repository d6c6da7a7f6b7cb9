// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/shell_word.h"

namespace recscope {

std::string shellWord(std::string_view text) {
    std::string word = "'";
    for (const char c : text) {
        if (c == '\'')
            word += "'\\''";
        else
            word += c;
    }
    return word + "'";
}

std::string shellArgument(std::string_view text) {
    constexpr std::string_view kBare = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,+@%";
    const bool isBare = !text.empty() && text.front() != '-' && text.find_first_not_of(kBare) == std::string_view::npos;
    return isBare ? std::string(text) : shellWord(text);
}

}  // namespace recscope
