// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/data/dataset_format.h"
#include "core/data/file_sample.h"
#include "core/data/source_part.h"

namespace recscope {

/// What is to be read, found out from the person's options and the beginning of the file.
struct ImportSource {
    SourcePart part;                      ///< the text with the interactions
    std::optional<SourcePart> itemsPart;  ///< the text with the titles
    std::optional<SourcePart> tagsPart;   ///< the text with the tags
    std::optional<SourcePart> usersPart;  ///< the text with what is known of users
    TextSample sample;
    const DatasetFormat* format = nullptr;
    Recognition recognition;
    std::vector<FormatCandidate> candidates;  ///< the best first
    std::string encoding;
    TimeFormat timeFormat = TimeFormat::Auto;
    bool hasWholeUsers = false, hasWholeItems = false;  ///< ids are whole numbers, so that "205.0" is "205"
    std::string suggestedName;
};

/// Throws Error(Input) for a file, archive or folder nothing can be read from, Error(Usage) for options that do not fit
/// it.
ImportSource findSource(const ImportOptions& options);

/// The options with everything in them that was found out, so that they give the same again.
ImportOptions settledOptions(const ImportOptions& options, const ImportSource& source);

}  // namespace recscope
