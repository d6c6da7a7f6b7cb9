// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>

namespace recscope::bench {

// MovieLens 20M (Harper & Konstan, TiiS 2015): what a full-sized import has to carry.
inline constexpr std::int64_t kFullRows = 20'000'263;
inline constexpr int kFullUsers = 138'493, kFullItems = 26'744;

/// Writes a csv of that shape: users and items in the same proportion to the rows, histories of log-normal length of at
/// least 20, popularity after Zipf, ratings in half steps, sorted by user and film and not by time. Same rows, same
/// file.
void writeMovieLensShape(const std::filesystem::path& csv, std::int64_t rows);

}  // namespace recscope::bench
