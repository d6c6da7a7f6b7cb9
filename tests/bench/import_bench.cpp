// SPDX-License-Identifier: GPL-3.0-or-later
#include <fstream>

#include "bench.h"
#include "core/data/importer.h"
#include "core/store/workspace.h"
#include "core/util/random.h"

namespace recscope::bench {

namespace {

constexpr int kRows = 200'000, kUsers = 6040, kItems = 3416;  // users and items as in ML-1M

void writeInteractions(const std::filesystem::path& path) {
    Random random({2026});
    std::ofstream file(path);
    file << "userId,movieId,rating,timestamp\n";
    for (int row = 0; row < kRows; ++row) {
        file << 1 + random.below(kUsers) << ',' << 1 + random.below(kItems) << ',' << 1 + random.below(5) << ','
             << 960'000'000 + random.below(100'000'000) << '\n';
    }
}

double sqliteSeconds(const std::filesystem::path& csv, const std::filesystem::path& database) {
    const double start = now();
    outputOf("sqlite3 '" + database.string() +
             "' -cmd 'CREATE TABLE plain(user, item, rating, time)' '.import --csv --skip 1 \"" + csv.string() +
             "\" plain'");
    return secondsSince(start);
}

}  // namespace

std::vector<Measurement> benchImport(const std::filesystem::path& folder) {
    const std::filesystem::path csv = folder / "interactions.csv";
    writeInteractions(csv);

    Workspace workspace = Workspace::open(folder / "import.recscope");
    ImportOptions options;
    options.path = csv;
    const double start = now();
    importDataset(workspace, options, [](const Progress&) {}, {});
    const double ours = secondsSince(start);
    return {{"import of a csv, 200,000 rows", "rows/s", kRows / ours,
             kRows / sqliteSeconds(csv, folder / "plain.sqlite"), "sqlite3 .import into a bare table",
             /*moreIsBetter=*/true}};
}

}  // namespace recscope::bench
