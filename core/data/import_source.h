// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/data/dataset_format.h"
#include "core/data/file_sample.h"
#include "core/data/key_column.h"
#include "core/data/row_table.h"
#include "core/data/source_part.h"
#include "core/util/error.h"

namespace recscope {

/// The files to read and how to read them, determined from the options that the user of the program chose and from the
/// beginning of the file.
struct ImportSource {
    SourcePart part;                      ///< the text with the interactions
    std::optional<SourcePart> itemsPart;  ///< the text with the titles
    std::optional<SourcePart> tagsPart;   ///< the text with the tags
    bool hasChosenTitlesFile = false;   ///< the user of the program named the titles file: problems with it are errors
    std::vector<std::string> warnings;  ///< sentences from the format, and about other files beside the interactions
    std::optional<SourcePart> usersPart;     ///< the text with user attributes
    CompanionMatch titlesMatch, usersMatch;  ///< see ImportPreview
    TextSample sample;
    const DatasetFormat* format = nullptr;
    Recognition recognition;
    std::vector<FormatCandidate> candidates;  ///< best first
    std::string encoding;
    TimeFormat timeFormat = TimeFormat::Auto;
    std::string timePattern;
    FileOrder order = FileOrder::OldestFirst;
    std::vector<ColumnFinding> findings;  ///< one per column, with the roles of `recognition`
    /// Sentences for the report about the columns, and about files that are not used.
    std::vector<std::string> reading;
    std::vector<ColumnReading> alternatives;  ///< if any, the user of the program must choose one
    bool lacksUser = false;                   ///< see ImportPreview
    std::string whyNoUser, columnsExample;    ///< with lacksUser: see whyNoRoles and exampleColumns
    std::string timeProblem;                  ///< why the times cannot be read; empty if they can or there are none
    /// All user ids, or all item ids, are whole numbers, so that "205.0" is read as "205".
    bool hasWholeUsers = false, hasWholeItems = false;
    bool hasLabels = false;  ///< the ratings are labels 0 and 1, in a file without a header: see areLabels
    std::string suggestedName;

    /// The users or items with these ids, for the files that describe them.
    Described described(Subject subject, std::span<const std::string> ids) const;
};

/// Throws Error(Input) if the file, archive or folder has no readable interactions, Error(Usage) if the options do not
/// fit it.
ImportSource findSource(const ImportOptions& options);

/// Throws Error(Input) if the user of the program has to choose one of several readings, which the message lists, or if
/// the times cannot be read.
void failIfUndecided(const ImportSource& source);

/// A sentence for the report about an unusable file beside the interactions. `what` names the content that it lacks:
/// "Titles". `why` is one sentence.
std::string unusableText(const SourcePart& part, const char* what, const std::string& why);

/// The options, completed with everything that the program determined, so that they reproduce the same import.
ImportOptions settledOptions(const ImportOptions& options, const ImportSource& source);

}  // namespace recscope
