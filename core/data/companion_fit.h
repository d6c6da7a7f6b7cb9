// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/data/import_source.h"
#include "core/data/key_column.h"
#include "core/data/tables_beside.h"

namespace recscope {

/// Whether and why a table beside the interactions is used or not.
enum class CompanionVerdict {
    Taken,
    OneColumn,      ///< a list of the ids alone
    PerhapsOthers,  ///< its ids match, but neither its name nor the name of its column says that they mean the same
    Others,         ///< it holds other ids, or several rows for each id, or no titles
    Unreadable
};

/// The evidence that the key column of a table holds the described ids, strongest first.
enum class Agreement { ColumnName, FileName, Values, None };

/// How a table beside the interactions fits their items or users.
struct CompanionFit {
    TableBeside table;
    CompanionVerdict verdict = CompanionVerdict::Others;
    Agreement agreement = Agreement::None;
    bool hasTitles = false;  ///< the table has titles, or describes users, for whom titles are not needed
    CompanionMatch match;
};

/// The result of `searchBeside`.
struct CompanionSearch {
    std::optional<CompanionFit> best;  ///< the table to use
    /// If `best` is unset: tables that are not used although their names suggest it.
    std::vector<CompanionFit> leftOut;

    CompanionMatch match() const;
};

/// Searches the tables beside the interactions for the one that describes the items (and holds their titles) or the
/// users: the one with the best name, then with the most ids. Only a few small tables are read. `usual`: names of files
/// in the order of preference.
CompanionSearch searchBeside(const ImportSource& source, const std::vector<std::string>& usual,
                             const Described& described);

/// How many of the described ids occur in a table. Only the path is set if there are no ids or the table is too large
/// to be compared. Throws Error(Input) if it cannot be read.
CompanionMatch matchOf(const ImportSource& source, const SourcePart& part, const Described& described);

}  // namespace recscope
