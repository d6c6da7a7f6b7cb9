// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace recscope {

/// What was written, to compare an import with.
struct MovieLensFiles {
    std::int32_t users = 0, items = 0;
    std::int64_t interactions = 0;
    double tiedTimeShare = 0;                                  ///< of the interactions, at the user's time before
    std::vector<std::pair<std::string, std::string>> inOrder;  ///< (user, item) as the lines of the file
    std::string accentedId, accentedTitle;                     ///< an item whose title is not ASCII, in UTF-8
};

/// A folder laid out as MovieLens 100K (Harper & Konstan, TiiS 2015), made up: u.data (tabs, in no order, times tied in
/// bursts), u.item (bars, ISO-8859-1 titles, flags of genres), u.genre, u.user. 943 users, 1,682 items.
MovieLensFiles writeMovieLens100K(const std::filesystem::path& folder);

/// A folder laid out as SASRec's MovieLens 1M, made up: ml-1m.txt (a line per interaction, "user item", grouped by user
/// and in order, no times) and items.csv; movies.dat beside them ("::", ISO-8859-1).
MovieLensFiles writeMovieLens1M(const std::filesystem::path& folder, std::int32_t users, std::int32_t items);

}  // namespace recscope
