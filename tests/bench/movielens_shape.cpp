// SPDX-License-Identifier: GPL-3.0-or-later
#include "movielens_shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <numbers>
#include <string>
#include <vector>

#include "core/util/random.h"

namespace recscope::bench {

namespace {

/// A number from the standard normal distribution (Box and Muller's method).
double gaussian(Random& random) {
    return std::sqrt(-2 * std::log(1 - random.uniform())) * std::cos(2 * std::numbers::pi * random.uniform());
}

/// The lengths of all histories. Each is kLeast plus a log-normal number with the median kMedian; then all are scaled
/// so that they sum to `rows`. Median and mean are about those of MovieLens 20M: 68 and 144.
std::vector<std::int64_t> lengths(Random& random, std::size_t users, std::int64_t rows, std::int64_t items) {
    constexpr double kMedian = 48, kSpread = 1.3, kLeast = 20;
    std::vector<double> drawnLengths(users);
    double sum = 0;
    for (double& length : drawnLengths) sum += length = kLeast + kMedian * std::exp(kSpread * gaussian(random));
    std::vector<std::int64_t> result(users);
    std::int64_t total = 0;
    for (std::size_t user = 0; user < users; ++user) {
        const double exact = drawnLengths[user] / sum * static_cast<double>(rows);
        result[user] = std::clamp<std::int64_t>(std::llround(exact), 1, items / 2);
        total += result[user];
    }
    for (std::size_t user = 0; total != rows; user = (user + 1) % users) {
        if (total > rows && result[user] > 1) --result[user], --total;
        if (total < rows && result[user] < items / 2) ++result[user], ++total;
    }
    return result;
}

/// Cumulative sums of the item weights 1 / (rank + 20), with which items are sampled by popularity.
std::vector<double> zipfSums(int items) {
    std::vector<double> sums(static_cast<std::size_t>(items));
    double sum = 0;
    for (int rank = 1; rank <= items; ++rank) sums[static_cast<std::size_t>(rank - 1)] = sum += 1.0 / (rank + 20);
    return sums;
}

}  // namespace

void writeMovieLensShape(const std::filesystem::path& csv, std::int64_t rows) {
    Random random({2026, static_cast<std::uint64_t>(rows)});
    const double share = static_cast<double>(rows) / static_cast<double>(kFullRows);
    const auto users = static_cast<std::size_t>(std::max(1.0, kFullUsers * share));
    const int items = std::max(1000, static_cast<int>(kFullItems * std::min(1.0, share * 2)));
    const std::vector<double> sums = zipfSums(items);
    const std::vector<std::int64_t> histories = lengths(random, users, rows, items);

    std::ofstream file(csv, std::ios::binary);
    std::string text = "userId,movieId,rating,timestamp\n";
    std::vector<bool> seen(static_cast<std::size_t>(items));
    for (std::size_t user = 0; user < users; ++user) {
        std::fill(seen.begin(), seen.end(), false);
        for (std::int64_t drawn = 0; drawn < histories[user];) {
            const auto at = std::upper_bound(sums.begin(), sums.end(), random.uniform() * sums.back());
            auto item = static_cast<std::size_t>(std::min(at - sums.begin(), std::ssize(sums) - 1));
            while (seen[item]) item = (item + 1) % seen.size();
            seen[item] = true;
            ++drawn;
        }
        const std::uint64_t joined = 789'652'009 + random.below(600'000'000);
        for (std::size_t item = 0; item < seen.size(); ++item) {
            if (!seen[item]) continue;
            fmt::format_to(std::back_inserter(text), "{},{},{}.{},{}\n", user + 1, item * 5 + 1, random.below(5),
                           random.below(2) * 5, joined + random.below(20'000'000));
        }
        if (text.size() < (1 << 20)) continue;
        file << text;
        text.clear();
    }
    file << text;
}

}  // namespace recscope::bench
