// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace recscope {

/// True for a string that means "no value" in any column: an empty string, white space alone, NA, N/A, n/a, #N/A, #NA,
/// <NA>, <na>, NaN, NaT, null, None, \N and "-", all of them also with white space around them. NaN, null and None
/// match in any capitalisation; NA matches only in capitals, because "Na" is a name.
///
/// A user whose id really is "none" cannot be distinguished from a missing id. Such rows are dropped as "no user" with
/// their line numbers, because merging thousands of unrelated users into one would spoil a dataset, while leaving out
/// one user does not.
bool isMissing(std::string_view text);

}  // namespace recscope
