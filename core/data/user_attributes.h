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

/// The attributes of a dataset's users in a users file.
struct UsersFile {
    std::vector<UserAttribute> attributes;  ///< in the order of the columns; each has a value per user
    std::int64_t users = 0;                 ///< users of the dataset with a row in the file
    std::vector<std::string> leftOut;       ///< columns not used: free text, or nearly unique to each user
};

/// Finds the file with user attributes by its usual names in public datasets: u.user, users.dat, users.csv,
/// BX-Users.csv, or the interactions' own name with ".user". Nothing if there is none.
std::optional<SourcePart> findUsersFile(const SourcePart& interactions);

/// Reads MovieLens' u.user (id|age|gender|occupation|zip) and users.dat (replacing the codes of ages and occupations by
/// their names), RecBole's .user, any delimited text and JSON lines (scalars only). The id column is the one that holds
/// the ids of the dataset's users, each once. It must contain at least half of these users, or at least half of its
/// values must be ids of these users. A column of numbers becomes a Number attribute; NA, null and similar values count
/// as unknown. `hasWholeIds`: "205.0" means the user "205". Throws Error(Input) if no column holds users or the text
/// cannot be read, Error(Cancelled).
UsersFile readUsersFile(const SourcePart& part, std::span<const std::string> userIds, bool hasWholeIds,
                        const ProgressSink& progress = {}, const std::stop_token& stop = {});

}  // namespace recscope
