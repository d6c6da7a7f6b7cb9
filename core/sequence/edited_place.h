// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sequence/token.h"

namespace recscope {

/// One place of an edited history, with the memory of where its item came from.
struct EditedPlace {
    Token token = kPadToken;     ///< `kPadToken` = masked
    std::int32_t original = -1;  ///< where it stands in the original history; -1 = it was put in
    bool operator==(const EditedPlace&) const = default;
};

}  // namespace recscope
