// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sequence/token.h"

namespace recscope {

/// One item of an edited history, with the memory of where it came from.
struct EditedItem {
    Token token = kPadToken;     ///< `kPadToken` = masked
    std::int32_t original = -1;  ///< where it stands in the original history; -1 = it was put in
    bool operator==(const EditedItem&) const = default;
};

}  // namespace recscope
