// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/data/source_part.h"
#include "core/util/byte_source.h"

namespace recscope {

/// A text, whatever it is written in on disk.
struct OpenedText {
    std::unique_ptr<ByteSource> bytes;  ///< never UTF-16, and with LF or CRLF at the end of each line
    std::string encoding;               ///< of the file, if it is UTF-16; else empty
    bool isArray = false;               ///< in the file the objects of the lines stand in an array
};

/// Unpacks, turns UTF-16 into UTF-8, and carriage returns that end lines by themselves (at least a fifth of the line
/// ends at the beginning of the text) into line feeds; the objects of an array become lines: see objectsOfArray.
/// `encoding`: the person's choice, see encodingNamed. Throws
/// Error(Input).
OpenedText openText(const SourcePart& part, const std::string& encoding = {});

/// Opens the same text, from its beginning, as often as it is called.
std::function<std::unique_ptr<ByteSource>()> textOpener(const SourcePart& part, const std::string& encoding = {});

}  // namespace recscope
