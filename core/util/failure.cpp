// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/failure.h"

#include <new>
#include <string_view>

#include "core/util/translated.h"

namespace recscope {

namespace {

/// LibTorch's allocators report a lack of memory only in the texts of their messages: the first text below is from the
/// CPU allocator, the second from the CUDA allocator.
bool isShortOfMemory(const std::exception& error) {
    const std::string_view words = error.what();
    return dynamic_cast<const std::bad_alloc*>(&error) || words.find("can't allocate memory") != words.npos ||
           words.find("out of memory") != words.npos;
}

}  // namespace

Failure failureOf(const std::exception& error) {
    if (const auto* known = dynamic_cast<const Error*>(&error)) return {known->what(), known->hint()};
    return {wordsOf(messageOf(error)),
            isShortOfMemory(error) ? translated("Close other programs, or choose a smaller model, batch or dataset.")
                                   : std::string()};
}

Message messageOf(const std::exception& error) {
    if (const auto* stored = dynamic_cast<const MessageError*>(&error)) return stored->message();
    if (const auto* known = dynamic_cast<const Error*>(&error)) return {known->what()};
    if (isShortOfMemory(error)) return MessageId::OutOfMemory;
    const std::string words = error.what();
    return {MessageId::Unexpected, {words.substr(0, words.find('\n'))}};
}

bool isError(const std::exception& error, ErrorKind kind) {
    const auto* known = dynamic_cast<const Error*>(&error);
    return known && known->kind() == kind;
}

}  // namespace recscope
