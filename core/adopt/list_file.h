// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace recscope {

/// One recommendation of a file. The views are valid until the next row.
struct ListedRow {
    std::string_view system;  ///< the recommender, if the file has a column for it; else empty
    std::string_view user, item;
    std::optional<double> rank;   ///< smaller is better
    std::optional<double> score;  ///< larger is better
};

/// The columns or JSON keys of a file of recommendations, by name or 1-based number. Fields left empty are recognised
/// by the names in the file.
struct ListColumns {
    std::string user = {}, item = {}, rank = {}, score = {}, system = {};
};

/// Tests whether the dataset has an id; identifies the user and item columns of a file if their names do not.
struct DatasetIds {
    std::function<bool(std::string_view)> isUser, isItem;
};

/// Facts about a file of recommendations that was read.
struct ListFileFacts {
    std::string layout;        ///< a sentence: "one recommendation per line: user in column 1, …"
    std::int64_t rows = 0;     ///< number of recommendations
    std::int64_t damaged = 0;  ///< number of lines (or rows of Parquet) that could not be read
};

/// Whether the file looks like recommendations: its columns or keys name a user, an item and a rank or score, or a list
/// of items for each user. A file of interactions (with a time or a rating) does not count as recommendations.
bool looksLikeLists(const std::filesystem::path& path);

/// Reads recommendations from a Parquet file or from a text file, which may be compressed:
/// - delimited, one recommendation per line, with or without a header;
/// - delimited, one user per line, followed by the items, best first;
/// - JSON lines or a JSON array, one recommendation or one user with a list of items per object.
/// Passes each recommendation to `take`, in the order of the file. Throws Error(Input) if the file cannot be read, or
/// if the columns of the user and the item are not found.
ListFileFacts readListFile(const std::filesystem::path& path, const ListColumns& columns, const DatasetIds& known,
                           const std::function<void(const ListedRow&)>& take);

}  // namespace recscope
