// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torchscript/short_text.h"

#include <algorithm>

#include "core/util/text.h"

namespace recscope {

std::string shortText(std::string text, std::size_t maxBytes) {
    if (!isUtf8(text)) return {};
    std::replace_if(
        text.begin(), text.end(), [](unsigned char byte) { return byte < 0x20 || byte == 0x7f; }, ' ');
    if (text.size() <= maxBytes) return text;
    const auto continues = [&](std::size_t at) { return (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80; };
    std::size_t end = maxBytes;
    while (end > 0 && continues(end)) --end;
    return text.substr(0, end);
}

}  // namespace recscope
