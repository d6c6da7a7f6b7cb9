// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/shell_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "core/util/shell_word.h"

namespace recscope {

std::string programWord(std::string_view program) {
    if (program.starts_with("~/")) return "\"$HOME\"/" + shellWord(program.substr(2));
    return shellWord(program);
}

bool isFolderName(std::string_view text) {
    constexpr std::size_t kDigits = 32;
    return text.size() == kDigits && std::all_of(text.begin(), text.end(), [](char c) {
               return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
           });
}

// The name is unguessable and affects no result. It does not come from the seeded generator, which would repeat names.
std::string newFolderName() {
    std::random_device source;
    std::string name;
    for (int i = 0; i < 4; ++i) name += fmt::format("{:08x}", source());
    return name;
}

}  // namespace recscope
