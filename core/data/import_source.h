// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/data/dataset_format.h"
#include "core/data/file_sample.h"
#include "core/data/source_part.h"
#include "core/util/error.h"

namespace recscope {

/// What to read, determined from the person's options and the beginning of the file.
struct ImportSource {
    SourcePart part;                      ///< the text with the interactions
    std::optional<SourcePart> itemsPart;  ///< the text with the titles
    std::optional<SourcePart> tagsPart;   ///< the text with the tags
    bool hasChosenItems = false;          ///< the person named the titles file, so problems with it are errors
    std::vector<std::string> warnings;    ///< about files beside the interactions that cannot be used
    std::optional<SourcePart> usersPart;  ///< the text with user attributes
    TextSample sample;
    const DatasetFormat* format = nullptr;
    Recognition recognition;
    std::vector<FormatCandidate> candidates;  ///< the best first
    std::string encoding;
    TimeFormat timeFormat = TimeFormat::Auto;
    std::string timePattern;
    std::vector<ColumnFinding> findings;      ///< of the columns under `recognition`
    std::vector<std::string> reading;         ///< sentences about them for the report
    std::vector<ColumnReading> alternatives;  ///< two or more: the person has to choose
    std::string timeProblem;                  ///< why the times cannot be read; empty if they can or there are none
    bool hasWholeUsers = false, hasWholeItems = false;  ///< ids are whole numbers, so that "205.0" is "205"
    std::string suggestedName;
};

/// Throws Error(Input) for a file, archive or folder without readable interactions, Error(Usage) for options that do
/// not fit it.
ImportSource findSource(const ImportOptions& options);

/// Throws Error(Input), listing the possible readings, if the person has to choose one, or if the times cannot be read.
void failIfUndecided(const ImportSource& source);

/// A sentence for the report on a file beside the interactions that cannot be used.
std::string unusableText(const SourcePart& part, const char* what, const Error& error);

/// The options with everything filled in that was determined, so that they reproduce the same import.
ImportOptions settledOptions(const ImportOptions& options, const ImportSource& source);

}  // namespace recscope
