// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/data/source_part.h"

namespace recscope {

/// The beginning of a text: at most 4,000 lines or 1 MiB, but at least one line.
struct TextSample {
    std::vector<std::string> lines;
    bool isWhole = false;          ///< the text ends with them
    std::int64_t bytes = 0;        ///< of these lines with their ends
    std::int64_t packedBytes = 0;  ///< bytes of the file on disk that were used for them, roughly
    /// Some lines from further on, once `addLaterLines` has read them: a file may begin with one user, or one month.
    /// The first of them may begin inside a record.
    std::vector<std::string> later;
    std::string encoding;  ///< "UTF-8", or "ISO-8859-1" if most lines with letters beyond ASCII are no UTF-8
};

/// Throws Error(Input) for what is no text: missing, empty, binary, UTF-16, one endless line.
TextSample readSample(const SourcePart& part);

/// Fills in `later`: of a plain file from everywhere in it, of a packed one from the next few megabytes.
void addLaterLines(const SourcePart& part, TextSample& sample);

}  // namespace recscope
