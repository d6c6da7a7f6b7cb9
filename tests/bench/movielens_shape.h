// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>

namespace recscope::bench {

// The sizes of MovieLens 20M (Harper & Konstan, TiiS 2015), which the largest measured import has.
inline constexpr std::int64_t kFullRows = 20'000'263;
inline constexpr int kFullUsers = 138'493, kFullItems = 26'744;

/// Writes a CSV file like MovieLens 20M with `rows` rows and proportionally many users and items. History lengths are
/// log-normal and at least 20, popularity follows Zipf's law, and ratings are multiples of 0.5. Rows are sorted by user
/// and film, not by time. The same `rows` always gives the same file.
void writeMovieLensShape(const std::filesystem::path& csv, std::int64_t rows);

}  // namespace recscope::bench
