// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>

namespace recscope::bench {

// The sizes of MovieLens 20M (Harper & Konstan, TiiS 2015).
inline constexpr std::int64_t kFullRows = 20'000'263;
inline constexpr int kFullUsers = 138'493, kFullItems = 26'744;

/// Writes a CSV file like MovieLens 20M with `rows` rows. The number of users is proportional to `rows`; there are
/// twice as many items as in proportion, but at least 1,000 and at most kFullItems. History lengths are log-normal plus
/// about 20, the popularity of the item at rank r is proportional to 1 / (r + 20), and ratings are multiples of 0.5.
/// Rows are sorted by user and item, not by time. The same `rows` always gives the same file.
void writeMovieLensShape(const std::filesystem::path& csv, std::int64_t rows);

}  // namespace recscope::bench
