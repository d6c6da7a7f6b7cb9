// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace recscope {

/// What a table may describe.
enum class Subject { Users, Items };

/// Whether two columns are named after the same things, in the singular or the plural: "track_id" and "id_track",
/// "Track URI" and "TrackID", "asin" and "parent_asin".
bool nameTheSame(std::string_view header, std::string_view other);

/// True for "id", "key" and the like, which do not say what the ids identify.
bool isBareId(std::string_view header);

/// True for "item_id", "iid", "user", "uid" and the like, which do not say what kind of item or user is meant.
bool isGeneralName(std::string_view header, Subject subject);

/// How well a file's name matches the users or items that the file might describe, from best to worst.
enum class FileNaming {
    Exact,      ///< "courses.csv" for the column "course_id"
    Qualified,  ///< "cleaned_courses.csv", "course_titles.csv"
    Usual,      ///< "items.csv", "songs.csv", "titles.csv"; for users, "customers.csv"
    Similar,    ///< "top_songs.csv"
    Other
};

/// `column`: the name of the user or item id column in the interactions table; may be empty. `file`: the name of a file
/// (without its folder), a sheet or a table.
FileNaming fileNaming(std::string_view file, std::string_view column, Subject subject);

/// Whether a file is named after the things that its column `header` identifies: "movies.csv" and "movieId".
bool isNamedAfter(std::string_view file, std::string_view header);

}  // namespace recscope
