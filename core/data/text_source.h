// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/data/source_part.h"
#include "core/util/byte_source.h"

namespace recscope {

/// A text opened for reading, independent of its encoding on disk.
struct OpenedText {
    std::unique_ptr<ByteSource> bytes;  ///< never UTF-16, and with LF or CRLF at the end of each line
    std::string encoding;               ///< of the file, if it is UTF-16; else empty
    bool isArray = false;               ///< the lines are the objects of an array in the file
};

/// Unpacks a text and converts UTF-16 to UTF-8. Carriage returns without a line feed become line feeds if they are at
/// least a fifth of the line ends at the beginning of the text. The objects of an array become lines: see
/// objectsOfArray. `encoding`: the choice of the person at the screen, see encodingNamed. Throws Error(Input).
OpenedText openText(const SourcePart& part, const std::string& encoding = {});

/// A function that opens the same text from its beginning each time it is called.
std::function<std::unique_ptr<ByteSource>()> textOpener(const SourcePart& part, const std::string& encoding = {});

}  // namespace recscope
