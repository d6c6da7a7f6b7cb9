// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/explain/attention/head_characters.h"

namespace recscope {

/// Whether the attention mass exceeds the uniform share clearly enough to be called the role of the head. This requires
/// that the whole interval of the mean excess lies at least one percentage point above zero. The interval is widened
/// for the number of properties measured, `measured` (Bonferroni correction).
bool isRole(const AttentionMass& mass, std::size_t measured);

/// One sentence that states the clearest role of the head, or that it has no clear role.
std::string roleSentence(const HeadCharacter& character);

}  // namespace recscope
