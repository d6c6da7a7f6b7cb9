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
    SourcePart part;                      ///< the file, archive member or table with the interactions
    std::optional<SourcePart> itemsPart;  ///< the titles file: titles and attributes of the items
    std::optional<SourcePart> tagsPart;   ///< the file with user tags of the items
    std::optional<SourcePart> usersPart;  ///< the users file: attributes of the users
    bool hasChosenTitlesFile = false;  ///< the user of the program named the titles file: problems with it are errors
    CompanionMatch titlesMatch, usersMatch;  ///< how well titles file and users file fit the interactions
    /// Sentences for the report on what may be wrong: warnings of the format, other tables with interactions, and files
    /// with titles or tags that were found but cannot be used.
    std::vector<std::string> warnings;
    TextSample sample;
    const DatasetFormat* format = nullptr;
    Recognition recognition;
    std::vector<FormatCandidate> candidates;  ///< best first
    std::string encoding;
    TimeFormat timeFormat = TimeFormat::Auto;
    std::string timePattern;
    FileOrder order = FileOrder::OldestFirst;
    std::vector<ColumnFinding> findings;  ///< for each column, its role and why it has this role
    /// Sentences for the report on how the file was read, for example which columns are not used, and on other files
    /// that are not used although nothing is wrong with them.
    std::vector<std::string> reading;
    std::vector<ColumnReading> alternatives;  ///< if any, the user of the program must choose one
    bool lacksUser = false;                   ///< no column says whose interactions these are
    std::string whyNoUser;       ///< with lacksUser: the evidence against each column; empty if there are many columns
    std::string columnsExample;  ///< with lacksUser: "user=...,item=trackName,time=endTime"; may be empty
    std::string timeProblem;     ///< why the times cannot be read; empty if they can or there are none
    /// All user ids, or all item ids, are whole numbers. "205.0" is then read as "205".
    bool hasWholeUsers = false, hasWholeItems = false;
    bool hasLabels = false;  ///< the ratings are labels 0 and 1, in a file without a header: see areLabels
    std::string suggestedName;

    /// What is needed to find the rows of these users or items in another file: their ids, whether all are whole
    /// numbers, and the name of their column in the interactions.
    Described described(Subject subject, std::span<const std::string> ids) const;
};

/// Throws Error(Input) if the file, archive or folder has no readable interactions, Error(Usage) if the options do not
/// fit it.
ImportSource findSource(const ImportOptions& options);

/// Throws Error(Input) if the user of the program has to choose one of several readings, which the message lists, or if
/// the times cannot be read.
void failIfUndecided(const ImportSource& source);

/// A sentence for the report on a file that cannot be used: "Titles were not read from movies.csv. …". `content`: what
/// was expected in the file, in English: "Titles". `why`: one sentence.
std::string unusableText(const SourcePart& part, const char* content, const std::string& why);

/// The options, completed with everything that the program determined, so that they reproduce the same import.
ImportOptions settledOptions(const ImportOptions& options, const ImportSource& source);

}  // namespace recscope
