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

/// What a users file says of a dataset's users.
struct UsersFile {
    std::vector<UserAttribute> attributes;  ///< (U) each, in the order of the columns
    std::int64_t users = 0;                 ///< of the dataset that it has a row for
    std::vector<std::string> leftOut;       ///< columns of free text, or with a value of its own for nearly every user
};

/// A file with what is known of users, by the names that public datasets give it: u.user, users.dat, users.csv,
/// BX-Users.csv, or the interactions' own name with ".user". Nothing if there is none.
std::optional<SourcePart> findUsersFile(const SourcePart& interactions);

/// Reads MovieLens' u.user (id|age|gender|occupation|zip) and users.dat (the codes of ages and occupations as words),
/// RecBole's .user, any delimited text and JSON lines (scalars only). The column with the ids is the one whose values
/// are the dataset's users, each once; it must know at least half of them, or they half of it. A column of numbers
/// becomes numbers; NA, null and the like are not known. `hasWholeIds`: "205.0" is the user "205". Throws Error(Input)
/// if no column holds users or the text cannot be read, Error(Cancelled).
UsersFile readUsersFile(const SourcePart& part, std::span<const std::string> userIds, bool hasWholeIds,
                        const ProgressSink& progress = {}, const std::stop_token& stop = {});

}  // namespace recscope
