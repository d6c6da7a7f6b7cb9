// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/explain/attention/head_characters.h"

namespace recscope {

/// Whether attention exceeds the even share so clearly that a head may be said to look there: the whole interval over
/// users of what it is above even, widened for so many properties measured (Bonferroni), lies a percentage point or
/// more above zero.
bool isRole(const AttentionMass& mass, std::size_t measured);

/// What the head does in one sentence: its clearest role, or that it has none.
std::string roleSentence(const HeadCharacter& character);

}  // namespace recscope
