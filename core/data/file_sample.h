// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/data/remark_lines.h"
#include "core/data/source_part.h"

namespace recscope {

/// The beginning of a text: at most 4,000 lines or 1 MiB, but at least one line; up to 4 MiB where quoted texts go over
/// lines, so that it holds more than one record.
struct TextSample {
    std::vector<std::string> lines;  ///< without remarks
    RemarkLines remarks;
    bool isArray = false;          ///< see OpenedText
    bool isWhole = false;          ///< the text ends with them
    std::int64_t bytes = 0;        ///< of these lines with their ends
    std::int64_t packedBytes = 0;  ///< bytes of the file on disk that were used for them, roughly
    /// Some lines from further on, once `addLaterLines` has read them: a file may begin with one user, or one month.
    /// The first of them may begin inside a record.
    std::vector<std::string> later;
    std::string encoding;  ///< as RecScope names it, see encodingNamed; "windows-1252" if most lines with letters
                           ///< beyond ASCII are no UTF-8
};

/// `encoding`: the person's choice; empty = recognised. Throws Error(Input) for what is no text: missing, empty,
/// binary, one endless line.
TextSample readSample(const SourcePart& part, const std::string& encoding = {});

/// Fills in `later`: of a plain file from everywhere in it, of a packed one from the next few megabytes.
void addLaterLines(const SourcePart& part, TextSample& sample);

}  // namespace recscope
