// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/data/remark_lines.h"
#include "core/data/source_part.h"
#include "core/data/text_source.h"

namespace recscope {

/// The beginning of a text: at most 4,000 lines or 1 MiB, but at least one line; up to 4 MiB if quoted fields span
/// lines, so that the sample holds more than one record.
struct TextSample {
    std::vector<std::string> lines;  ///< without the remark lines
    RemarkLines remarks;
    Objects objects = Objects::Lines;  ///< see OpenedText
    bool isWhole = false;              ///< the sample is the whole text
    std::int64_t bytes = 0;            ///< size of the text read, including line ends and remark lines
    std::int64_t packedBytes = 0;      ///< estimate of the bytes on disk that hold this text
    /// Lines from later in the file, filled in by `addLaterLines`, because the beginning may cover just one user or one
    /// month. The first of them may begin inside a record.
    std::vector<std::string> later;
    /// Named as in encodingNamed. If neither chosen nor stated by the file: "windows-1252" if fewer than 1 in 20 lines
    /// with letters beyond ASCII are valid UTF-8, else UTF-8.
    std::string encoding;
};

/// `encoding` is the choice of the user of the program; empty: recognised from the text. Throws Error(Input) if the
/// file is missing, empty, binary, or a single endless line.
TextSample readSample(const SourcePart& part, const std::string& encoding = {});

/// Fills in `later` with lines from across the whole file. If the file is compressed or has to be converted, the lines
/// are from the next few megabytes.
void addLaterLines(const SourcePart& part, TextSample& sample);

}  // namespace recscope
