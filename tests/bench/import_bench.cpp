// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <stdexcept>

#include "bench.h"
#include "core/data/importer.h"
#include "core/data/item_relations.h"
#include "core/store/dataset_store.h"
#include "core/store/workspace.h"
#include "core/util/text.h"
#include "movielens_shape.h"

namespace recscope::bench {

namespace {

/// Seconds in which sqlite3 imports the CSV file into a table without indexes or keys.
double sqliteSeconds(const std::filesystem::path& csv, const std::filesystem::path& database) {
    const double start = now();
    outputOf("sqlite3 '" + database.string() +
             "' -cmd 'CREATE TABLE plain(user, item, rating, time)' '.import --csv --skip 1 \"" + csv.string() +
             "\" plain'");
    const double seconds = secondsSince(start);
    std::filesystem::remove(database);
    return seconds;
}

struct Cost {
    double seconds = 0, megabytes = 0;
};

/// Imports in a child process, so that the measured memory is that of the import alone.
Cost importCost(const std::filesystem::path& csv, const std::filesystem::path& workspacePath) {
    int ends[2];
    if (::pipe(ends) != 0) throw std::runtime_error("no pipe");
    const pid_t child = ::fork();
    if (child == 0) {
        Cost cost;
        try {
            ImportOptions options;
            options.path = csv;
            const double start = now();
            {
                Workspace workspace = Workspace::open(workspacePath);
                importDataset(workspace, options, [](const Progress&) {}, {});
            }  // closes the workspace: the checkpoint of SQLite's log is part of the import
            cost = {secondsSince(start), peakMegabytes(::getpid()).value_or(0)};
        } catch (const std::exception& error) {
            std::fprintf(stderr, "%s\n", error.what());
        }
        const bool isWritten = ::write(ends[1], &cost, sizeof cost) == sizeof cost;
        ::_exit(isWritten ? 0 : 1);
    }
    ::close(ends[1]);
    Cost cost;
    const bool isRead = ::read(ends[0], &cost, sizeof cost) == sizeof cost;
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    if (!isRead || cost.seconds <= 0) throw std::runtime_error("the import failed");
    return cost;
}

/// Measures the queries of the Data page, in milliseconds. Each is run three times, and the slowest counts.
void addBrowsing(const std::filesystem::path& workspacePath, std::vector<Measurement>& measurements) {
    Workspace workspace = Workspace::open(workspacePath);
    const DatasetStore store(workspace);
    const DatasetInfo dataset = store.list().front();
    constexpr std::int64_t kPageRows = 100;
    const auto users = [&](UserOrder order, std::int64_t offset, const std::string& search = {}) {
        store.users(dataset.id, UserFilter{search, {}, {}, {}, {}}, order, Direction::Descending, offset, kPageRows);
    };
    const auto items = [&](const std::string& search, std::int64_t offset) {
        store.searchItems(dataset.id, ItemFilter{search, {}}, ItemOrder::Popularity, Direction::Descending, offset,
                          kPageRows);
    };
    // Requests the page in the middle, which is the slowest, because pages of the second half are read from the end.
    const auto filtered = [&](UserOrder order) {
        const UserFilter filter{{}, 25, 5000, 1'000'000'000, 1'400'000'000};
        const std::int64_t total = store.users(dataset.id, filter, order, Direction::Descending, 0, 1).total;
        return [&store, &dataset, filter, order, total] {
            store.users(dataset.id, filter, order, Direction::Descending, total / 2, kPageRows);
        };
    };
    const double indexStart = now();
    const HistoryIndex index = readHistoryIndex(workspace, dataset, {});
    const double indexSeconds = secondsSince(indexStart);
    const double plainStart = now();
    store.histories(dataset.id);
    const double plainSeconds = secondsSince(plainStart);
    const std::vector<std::int64_t> counts = store.itemCounts(dataset.id);
    const auto popular =
        kFirstItemToken + static_cast<Token>(std::max_element(counts.begin(), counts.end()) - counts.begin());
    const auto visits = [&](VisitOrder order, std::int64_t offset) {
        for (const ItemVisit& visit : index.visits(popular, order, Direction::Descending, offset, kPageRows)) {
            store.user(dataset.id, visit.user);
            store.interaction(dataset.id, visit.user, visit.position);
        }
    };
    const std::pair<const char*, std::function<void()>> actions[] = {
        {"open the dataset", [&] { store.byName(dataset.name); }},
        {"users by length, first page", [&] { users(UserOrder::Length, 0); }},
        {"users by length, last page", [&] { users(UserOrder::Length, dataset.users - kPageRows); }},
        {"users by 2 filters, middle page", filtered(UserOrder::Index)},
        {"the same, by length", filtered(UserOrder::Length)},
        {"the same, by id", filtered(UserOrder::Id)},
        {"search a user", [&] { users(UserOrder::Id, 0, "777"); }},
        {"items by popularity, last page", [&] { items("", dataset.items - kPageRows); }},
        {"search an item", [&] { items("123", 0); }},
        {"who had an item, newest first", [&] { visits(VisitOrder::Time, 0); }},
        {"who had an item, by time, last", [&] { visits(VisitOrder::Time, index.count(popular) - kPageRows); }},
        {"who had an item, by user", [&] { visits(VisitOrder::User, 0); }},
        {"one history", [&] { store.history(dataset.id, static_cast<std::int32_t>(dataset.users / 2)); }},
        {"lengths and counts for the plots",
         [&] {
             store.historyLengths(dataset.id);
             store.itemCounts(dataset.id);
         }},
    };
    for (const auto& [name, query] : actions) {
        double slowest = 0;
        for (int time = 0; time < 3; ++time) {
            const double start = now();
            query();
            slowest = std::max(slowest, 1000 * secondsSince(start));
        }
        measurements.push_back({name, "ms", slowest, 100, "the limit set for it", /*moreIsBetter=*/false});
    }
    measurements.push_back({"index for the items' pages", "s", indexSeconds, plainSeconds,
                            "reading the histories, no times", /*moreIsBetter=*/false});
}

void addImport(const std::filesystem::path& folder, std::int64_t rows, std::vector<Measurement>& measurements) {
    const std::filesystem::path csv = folder / "ratings.csv";
    writeMovieLensShape(csv, rows);
    const std::filesystem::path workspace = folder / "import.recscope";
    const Cost ours = importCost(csv, workspace);
    const auto count = static_cast<double>(rows);
    const double plain = sqliteSeconds(csv, folder / "plain.sqlite");
    const std::string size = grouped(rows) + " rows";
    measurements.push_back({"import of a csv, " + size, "rows/s", count / ours.seconds, count / plain,
                            "sqlite3 .import into a bare table", /*moreIsBetter=*/true});
    measurements.push_back({"its peak memory, " + size, "MB", ours.megabytes, 1500, "the limit set for it",
                            /*moreIsBetter=*/false});
    if (rows == kFullRows) {
        addBrowsing(workspace, measurements);
        const std::string command = "QT_QPA_PLATFORM=offscreen '" + (programFolder() / "recscope").string() +
                                    "' --quit-when-open '" + workspace.string() + "' 2>/dev/null";
        secondsToFirstLine(command);  // this first start fills the disk cache
        measurements.push_back({"start to drawn workspace, " + size, "s", secondsToFirstLine(command), 1,
                                "the limit set for it", /*moreIsBetter=*/false});
    }
    std::filesystem::remove(csv);
    std::filesystem::remove(workspace);
}

}  // namespace

std::vector<Measurement> benchImport(const std::filesystem::path& folder) {
    std::vector<Measurement> measurements;
    addImport(folder, /*rows=*/2'000'000, measurements);
    addImport(folder, kFullRows, measurements);
    return measurements;
}

}  // namespace recscope::bench
