// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/data/source_part.h"
#include "core/sequence/user_attribute.h"
#include "core/util/progress.h"

namespace recscope {

/// The attributes of a dataset's users in a users file, or of its items in an items file.
struct UsersFile {
    std::vector<UserAttribute> attributes;  ///< in the order of the columns; each has a value per user or item
    std::int64_t users = 0;                 ///< users or items of the dataset with a row in the file
    std::vector<std::string> leftOut;       ///< columns not used: free text, or nearly unique to each user or item
};

/// The files beside the interactions with a usual name of a users file: u.user, users.dat, users.csv, BX-Users.csv,
/// customers.csv, clients.tsv, …, or the interactions' own name with ".user". The most usual first.
std::vector<SourcePart> usersFilesBeside(const SourcePart& interactions);

/// Reads MovieLens' u.user (id|age|gender|occupation|zip) and users.dat (replacing the codes of ages and occupations by
/// their names), RecBole's .user, any delimited text and JSON lines (scalars only). The id column is the one that holds
/// the ids of the dataset's users, each once. It must contain at least half of these users, or at least half of its
/// values must be ids of these users. A column of numbers becomes a Number attribute; NA, null and similar values count
/// as unknown. `hasWholeIds`: "205.0" means the user "205". Throws Error(Input) if no column holds users or the text
/// cannot be read, Error(Cancelled).
UsersFile readUsersFile(const SourcePart& part, std::span<const std::string> userIds, bool hasWholeIds,
                        const ProgressSink& progress = {}, const std::stop_token& stop = {});

/// Reads what a table says about the items, in the same way. The columns named in `ignored` are no attributes.
UsersFile readItemsFile(const SourcePart& part, std::span<const std::string> itemIds, bool hasWholeIds,
                        std::span<const std::string> ignored = {}, const ProgressSink& progress = {},
                        const std::stop_token& stop = {});

/// How well a users file fits these users.
struct UsersMatch {
    std::int64_t matched = 0;  ///< of these users: those in the column that holds the most of them
    bool isUsable = false;     ///< readUsersFile would use this column
};
/// Throws Error(Input) if the text is not a table.
UsersMatch matchUsers(const SourcePart& part, std::span<const std::string> userIds, bool hasWholeIds);

}  // namespace recscope
