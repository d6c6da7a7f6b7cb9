// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <exception>
#include <string>

#include "core/util/error.h"
#include "core/util/message.h"

namespace recscope {

/// An error message for the user of the program.
struct Failure {
    std::string sentence, hint;
};

/// The message for an exception. An Error supplies its own sentence and hint. If memory ran out, the sentence reports
/// that. For any other exception it quotes `what()`, but only the first line: some libraries append a stack trace below
/// it.
Failure failureOf(const std::exception& error);

/// The sentence of `failureOf` as a Message, which can be stored and later shown in another language. Only a
/// MessageError has a Message of its own; the sentence of any other Error becomes a MessageId::Text.
Message messageOf(const std::exception& error);

/// True for an Error of this kind.
bool isError(const std::exception& error, ErrorKind kind);

}  // namespace recscope
