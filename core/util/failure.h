// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <exception>
#include <string>

namespace recscope {

/// What went wrong, in words for the person at the screen.
struct Failure {
    std::string sentence, hint;
};

/// For an Error its own words; for any other exception a sentence about lack of memory, or its first line, since
/// exceptions of libraries carry a stack trace in the lines below.
Failure failureOf(const std::exception& error);

}  // namespace recscope
