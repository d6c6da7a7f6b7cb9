// SPDX-License-Identifier: GPL-3.0-or-later
#include "movielens_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <numeric>
#include <set>

#include "core/util/random.h"

namespace recscope {

namespace {

namespace fs = std::filesystem;

constexpr int kGenres = 19, kShortest = 20;  // kShortest: items of the shortest history

struct Row {
    std::int32_t user = 0, item = 0;  ///< from 1
    std::int64_t time = 0;
};

bool isAccented(std::int32_t item) {
    return item % 97 == 0;
}

std::string title(std::int32_t item, bool utf8) {
    const std::string name = isAccented(item) ? (utf8 ? "Théâtre" : "Th\xE9\xE2tre") : "Film";
    return fmt::format("{} No. {} ({})", name, item, 1930 + item % 69);
}

/// Histories of distinct items, grouped by user; some items are more popular, and every item occurs at least once.
std::vector<Row> someRows(std::int32_t users, std::int32_t items, MovieLensFiles& written) {
    Random random({5, static_cast<std::uint64_t>(users)});
    std::vector<Row> rows;
    std::int64_t ties = 0;
    std::int32_t next = 1;  // the next item to place, so that each item occurs
    for (std::int32_t user = 1; user <= users; ++user) {
        const std::size_t length = kShortest + random.below(2 * 86);
        std::set<std::int32_t> chosen;
        std::int64_t time = 874'724'710 + static_cast<std::int64_t>(random.below(15'000'000));
        while (chosen.size() < length) {
            const double u = random.uniform();
            std::int32_t item = 1 + static_cast<std::int32_t>(u * u * items);
            if (chosen.size() % 10 == 0 && next <= items) item = next++;
            if (!chosen.insert(item).second) continue;
            const bool isTied = chosen.size() > 1 && random.uniform() < 0.5;
            if (!isTied) time += 1 + static_cast<std::int64_t>(random.below(600));
            ties += isTied;
            rows.push_back({user, item, time});
        }
    }
    written.users = users;
    written.items = items;
    written.interactions = static_cast<std::int64_t>(rows.size());
    written.tiedTimeShare = static_cast<double>(ties) / static_cast<double>(rows.size());
    written.accentedId = "97";
    written.accentedTitle = title(97, /*utf8=*/true);
    return rows;
}

}  // namespace

MovieLensFiles writeMovieLens100K(const fs::path& folder) {
    fs::create_directories(folder);
    MovieLensFiles written;
    std::vector<Row> rows = someRows(943, 1682, written);
    Random random({6});
    // The rows are shuffled, except within a user's runs of equal times, where only their order in the file shows which
    // came first.
    std::vector<std::size_t> blocks;  // first row of each run of equal times
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (i == 0 || rows[i].user != rows[i - 1].user || rows[i].time != rows[i - 1].time) blocks.push_back(i);
    std::vector<std::size_t> order(blocks.size());
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
    std::ofstream data(folder / "u.data", std::ios::binary);
    for (const std::size_t block : order) {
        const std::size_t end = block + 1 < blocks.size() ? blocks[block + 1] : rows.size();
        for (std::size_t i = blocks[block]; i < end; ++i)
            data << fmt::format("{}\t{}\t{}\t{}\n", rows[i].user, rows[i].item, 1 + (rows[i].item + rows[i].user) % 5,
                                rows[i].time);
    }
    for (const Row& row : rows) written.inOrder.emplace_back(std::to_string(row.user), std::to_string(row.item));

    std::ofstream items(folder / "u.item", std::ios::binary);
    for (std::int32_t item = 1; item <= written.items; ++item) {
        items << fmt::format("{}|{}|01-Jan-{}||http://example.org/film?{}", item, title(item, /*utf8=*/false),
                             1930 + item % 69, item);
        for (int genre = 0; genre < kGenres; ++genre) items << (genre == item % kGenres ? "|1" : "|0");
        items << '\n';
    }
    std::ofstream genres(folder / "u.genre", std::ios::binary);
    for (int genre = 0; genre < kGenres; ++genre) genres << fmt::format("Genre {}|{}\n", genre, genre);
    std::ofstream users(folder / "u.user", std::ios::binary);
    for (std::int32_t user = 1; user <= written.users; ++user)
        users << fmt::format("{}|{}|{}|{}|{:05}\n", user, 15 + user % 50, user % 3 == 0 ? 'F' : 'M',
                             user % 2 == 0 ? "technician" : "writer", 10'000 + user);
    return written;
}

MovieLensFiles writeMovieLens1M(const fs::path& folder, std::int32_t users, std::int32_t items) {
    fs::create_directories(folder);
    MovieLensFiles written;
    std::ofstream data(folder / "ml-1m.txt", std::ios::binary);
    for (const Row& row : someRows(users, items, written)) {
        written.inOrder.emplace_back(std::to_string(row.user), std::to_string(row.item));
        data << row.user << ' ' << row.item << '\n';
    }
    std::ofstream csv(folder / "items.csv", std::ios::binary), movies(folder / "movies.dat", std::ios::binary);
    csv << "item,title\n";
    for (std::int32_t item = 1; item <= items; ++item) {
        csv << fmt::format("{},\"{}\"\n", item, title(item, /*utf8=*/true));
        movies << fmt::format("{}::{}::Genre {}|Genre {}\n", item, title(item, /*utf8=*/false), item % 3, 3 + item % 4);
    }
    return written;
}

}  // namespace recscope
