// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/data/source_part.h"
#include "core/util/progress.h"

namespace recscope {

struct ItemTitle {
    std::string title;
    std::string genres;  ///< "Comedy|Romance", may be empty
};

/// The contents of a titles file for the needed items.
struct ItemTitles {
    std::unordered_map<std::string, ItemTitle> byId;  ///< the first row wins if an id occurs twice
    std::string encoding;                             ///< "UTF-8", "windows-1252", …
    std::string reading;  ///< "ids in \"movieId\", titles in \"title\"", or why the file was not used
    bool isUsed = true;   ///< false: no titles were taken, for the reason in `reading`
    std::function<bool(std::string_view id)> isNeeded;  ///< empty = all ids are needed; a file may list other items
    std::size_t requested = 0;                          ///< number of needed ids; 0 = not known
    std::size_t matched = 0;                            ///< number of different needed ids in the column of ids
    std::string itemColumn;                ///< name of the items' column in the interactions; empty = it has none
    std::string genresColumn;              ///< name of the column of genres; empty = none, or it has no name
    std::vector<std::string> usedColumns;  ///< names of the columns of ids, titles and genres; empty = no names

    bool hasTitles() const;  ///< at least half of the items that were found have a title

    void add(std::string_view id, std::string_view title, std::string_view genres);
};

/// Reads titles from MovieLens' u.item (genres from u.genre beside it, or, without that file, the built-in list that
/// GroupLens published), from movies.dat (id::title::genres), from delimited text with or without a header, including
/// RecBole's .item (see findTitleColumns), and from objects, one per line: Amazon's metadata (JSON or Python), Steam's
/// games and others. Throws Error(Input) if the text is none of these, Error(Cancelled). `requested`: how many ids are
/// needed, to detect ids that match by chance. `itemColumn`: the column of ids is the one with this name, if it holds
/// about as many needed ids as any other.
ItemTitles readItemTitles(const SourcePart& part, std::function<bool(std::string_view id)> isNeeded = {},
                          const ProgressSink& progress = {}, const std::stop_token& stop = {},
                          std::size_t requested = 0, const std::string& itemColumn = {});

/// The part of readItemTitles for objects, one per line; `firstLine` is one of them.
void readObjectTitles(const SourcePart& part, std::string_view firstLine, ItemTitles& titles,
                      const ProgressSink& progress, const std::stop_token& stop);

}  // namespace recscope
