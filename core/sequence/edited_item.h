// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sequence/token.h"

namespace recscope {

/// One item of an edited history, and its position in the original history.
struct EditedItem {
    Token token = kPadToken;     ///< `kPadToken` = the item is hidden
    std::int32_t original = -1;  ///< position in the original history; -1 = inserted
    bool operator==(const EditedItem&) const = default;
};

}  // namespace recscope
