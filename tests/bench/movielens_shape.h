// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>

namespace recscope::bench {

// MovieLens 20M (Harper & Konstan, TiiS 2015): the size of a full import.
inline constexpr std::int64_t kFullRows = 20'000'263;
inline constexpr int kFullUsers = 138'493, kFullItems = 26'744;

/// Writes a CSV of that shape: users and items in the same proportion to the rows, log-normal history lengths of at
/// least 20, popularity by Zipf's law, ratings in half steps, sorted by user and film, not by time. The file depends on
/// `rows` alone.
void writeMovieLensShape(const std::filesystem::path& csv, std::int64_t rows);

}  // namespace recscope::bench
