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

}  // namespace recscope
