// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/data/key_column.h"
#include "core/data/source_part.h"
#include "core/sequence/user_attribute.h"
#include "core/util/progress.h"

namespace recscope {

/// The attributes of a dataset's users in a users file, or of its items in an items file.
struct AttributesFile {
    std::vector<UserAttribute> attributes;  ///< in the order of the columns; each has a value per user or item
    std::int64_t users = 0;                 ///< number of users or items of the dataset with a row in the file
    std::vector<std::string> leftOut;       ///< columns not used: free text, or nearly unique to each user or item
};

/// The usual names of a users file beside the interactions: u.user, users.dat, users.csv, BX-Users.csv, customers.csv,
/// clients.tsv, …, or the interactions' own name with ".user". Most usual first.
std::vector<std::string> usersFileNames(const SourcePart& interactions);

/// Reads the attributes of users or items from a table: MovieLens' u.user (id|age|gender|occupation|zip) and users.dat
/// (replacing the codes of ages and occupations by their names), RecBole's .user, any delimited text and JSON lines
/// (scalars only). The id column is the one of findKeyColumn. It must contain at least half of the described ids, or at
/// least half of its values must be described ids, each once. A column of numbers becomes a Number attribute; NA, null
/// and similar values count as unknown. The columns named in `ignored`, further columns named "id" and those without a
/// name do not become attributes. Throws Error(Input) if no column holds the ids or the text cannot be read,
/// Error(Cancelled).
AttributesFile readAttributesFile(const SourcePart& part, const Described& described,
                                  std::span<const std::string> ignored = {}, const ProgressSink& progress = {},
                                  const std::stop_token& stop = {});

/// The column of a table with the described ids. Throws Error(Input) if the text is not a table.
KeyColumn keyColumnOf(const SourcePart& part, const Described& described);

}  // namespace recscope
