// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/data/remark_lines.h"
#include "core/data/source_part.h"

namespace recscope {

/// The beginning of a text: at most 500 lines or 256 KiB, but at least one line; up to 4 MiB where quoted texts go over
/// lines, so that it holds more than one record.
struct TextSample {
    std::vector<std::string> lines;  ///< without remarks
    RemarkLines remarks;
    bool isWhole = false;          ///< the text ends with them
    std::int64_t bytes = 0;        ///< of these lines with their ends
    std::int64_t packedBytes = 0;  ///< bytes of the file on disk that were used for them, roughly
    std::string encoding;  ///< as RecScope names it, see encodingNamed; "windows-1252" if most lines with letters
                           ///< beyond ASCII are no UTF-8
};

/// `encoding`: the person's choice; empty = recognised. Throws Error(Input) for what is no text: missing, empty,
/// binary, one endless line.
TextSample readSample(const SourcePart& part, const std::string& encoding = {});

}  // namespace recscope
