// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/data/source_part.h"
#include "core/util/byte_source.h"

namespace recscope {

/// How the objects of a text are arranged in the file.
enum class Objects {
    Lines,      ///< one per line; or the text holds no objects
    Array,      ///< in one array
    Dictionary  ///< in one dictionary: the text is an object whose values are the rows or lists
};

/// A text opened for reading, independent of its encoding on disk.
struct OpenedText {
    std::unique_ptr<ByteSource> bytes;  ///< UTF-8 or windows-1252, with LF or CRLF at the end of each line
    /// Encoding of the file if it is converted to UTF-8: UTF-16 or one of otherEncodings(); else empty.
    std::string encoding;
    Objects objects = Objects::Lines;  ///< if not Lines, the lines of `bytes` are made from the array or dictionary
};

/// Unpacks a text and converts UTF-16 and the encodings of other_encodings.h to UTF-8. Carriage returns without a line
/// feed become line feeds if they are at least a fifth of the line ends at the beginning of the text. The objects of an
/// array become lines: see objectsOfArray; so do the entries of a dictionary: see rowsOfJson. `encoding`: the choice of
/// the user of the program, see encodingNamed. Throws Error(Input).
OpenedText openText(const SourcePart& part, const std::string& encoding = {});

/// A function that opens the same text from its beginning each time it is called.
std::function<std::unique_ptr<ByteSource>()> textOpener(const SourcePart& part, const std::string& encoding = {});

}  // namespace recscope
