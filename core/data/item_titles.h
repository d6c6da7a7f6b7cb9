// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <unordered_map>

namespace recscope {

struct ItemTitle {
    std::string title;
    std::string genres;  ///< "Comedy|Romance", may be empty
};

struct ItemTitles {
    std::unordered_map<std::string, ItemTitle> byId;  ///< the first row wins where an id comes twice
    std::string encoding;                             ///< "UTF-8", "ISO-8859-1"
};

/// Reads the titles of MovieLens' u.item (genres from u.genre beside it, or GroupLens' own list), of movies.dat
/// (id::title::genres), or of delimited text with a header (item|movieId|id, title|name, genres|genre); without a
/// header the columns are id, title, genres. Throws Error(Input) if the file is none of these.
ItemTitles readItemTitles(const std::filesystem::path& path);

}  // namespace recscope
