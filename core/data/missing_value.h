// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace recscope {

/// True for a text that stands for "there is no value" in any column: nothing, white space alone, NA, N/A, <NA>, NaN,
/// NaT, null, None, \N and "-", with white space around them. NaN, null and None in any case; the two letters NA only
/// as capitals, since "Na" is a name.
///
/// A person whose id really is "none" cannot be told from a missing one: such rows are dropped as "no user" with their
/// line numbers, because thousands of strangers taken for one person would spoil a dataset, and one person left out
/// does not.
bool isMissing(std::string_view text);

}  // namespace recscope
