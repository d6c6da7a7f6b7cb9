// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <exception>
#include <string>

namespace recscope {

/// An error message for the person at the screen.
struct Failure {
    std::string sentence, hint;
};

/// The message for an exception. An Error supplies its own sentence and hint. For any other exception the sentence
/// reports a lack of memory or quotes the first line of `what()`, because libraries append a stack trace on the
/// following lines.
Failure failureOf(const std::exception& error);

}  // namespace recscope
