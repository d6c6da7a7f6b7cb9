// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/name_length.h"

#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

void checkNameLength(std::string_view name) {
    if (name.size() <= kMaxNameLength) return;
    throw Error(ErrorKind::Input, translated("This name is too long."),
                translated("Shorten it to at most {} bytes.", kMaxNameLength));
}

std::string shortenedName(std::string_view name, std::size_t bytes) {
    if (name.size() <= bytes) return std::string(name);
    while (bytes > 0 && (static_cast<unsigned char>(name[bytes]) & 0xC0U) == 0x80U) --bytes;
    return std::string(name.substr(0, bytes));
}

}  // namespace recscope
