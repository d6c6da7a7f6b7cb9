// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace recscope {

/// Facts about the files that were written, to be compared with an import.
struct MovieLensFiles {
    std::int32_t users = 0, items = 0;
    std::int64_t interactions = 0;
    double tiedTimeShare = 0;  ///< share of interactions at the same time as the user's previous one
    std::vector<std::pair<std::string, std::string>> inOrder;  ///< (user, item) in chronological order per user
    std::string accentedId, accentedTitle;                     ///< an item whose title is not ASCII; title in UTF-8
};

/// Synthetic data in the layout of MovieLens 100K (Harper & Konstan, TiiS 2015): u.data (separated by tabs, shuffled,
/// with runs of equal times), u.item (separated by "|", ISO-8859-1 titles, genre flags), u.genre and u.user. 943 users,
/// 1,682 items.
MovieLensFiles writeMovieLens100K(const std::filesystem::path& folder);

/// Synthetic data in the layout of SASRec's MovieLens 1M: ml-1m.txt ("user item" lines, grouped by user and in order,
/// without times) and items.csv; also movies.dat (separated by "::", ISO-8859-1).
MovieLensFiles writeMovieLens1M(const std::filesystem::path& folder, std::int32_t users, std::int32_t items);

}  // namespace recscope
