// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <exception>
#include <string>

namespace recscope {

/// What went wrong, for a person.
struct Failure {
    std::string sentence, hint;
};

/// Of an Error its own words; of any other exception whether memory was short, else its first line. What libraries
/// throw carries a stack trace in the lines below.
Failure failureOf(const std::exception& error);

}  // namespace recscope
