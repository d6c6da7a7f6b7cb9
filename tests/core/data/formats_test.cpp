// SPDX-License-Identifier: GPL-3.0-or-later
// One hand-made file of every format: each is recognised without options and imported with its counts, titles and
// order.
#include <algorithm>
#include <fstream>

#include "core/data/dataset_format.h"
#include "tests/core/support/archive_files.h"
#include "tests/core/support/import_fixture.h"

namespace recscope {
namespace {

struct Sample {
    const char* file;  ///< in tests/data/formats
    const char* format;
    double minConfidence;
    std::int64_t users, items, interactions;
    const char* user;
    const char* history;       ///< item ids of `user` in order
    const char* firstTitle;    ///< title of the first item of `history`
    const char* firstGenres;   ///< genres of that item
    std::int64_t lastTime;     ///< unix seconds of the last interaction of `history`; 0 if the sample has no times
    const char* columns = "";  ///< columns to choose, if the format needs a choice
};

const Sample kSamples[] = {
    {"movielens-100k/u.data", "movielens-100k", 1, 2, 3, 5, "7", "10 30 20", "Café am Rande (1994)", "Comedy|Drama",
     881250949},
    {"movielens-1m/ratings.dat", "movielens-dat", 1, 2, 3, 4, "1", "11 0011", "Paper Moons (1998)", "Comedy",
     978300760},
    {"movielens-latest/ratings.csv", "movielens-csv", 1, 2, 3, 4, "2", "1 7789", "Toy Trains (1995)",
     "Adventure|Children", 964983815},
    {"amazon-2014/ratings_Soap.csv", "amazon-csv", 0.9, 3, 3, 5, "A39HTATAQ9V7YF", "0558925278 0205616461",
     "0558925278", "", 1369699200},
    {"amazon-2018/Magazines.csv", "amazon-csv", 0.9, 3, 2, 4, "AH2IFH762VY5U", "B00005N7P0 B00005N7OJ",
     "Salt & Pepper's Weekly", "Magazines|Arts & Crafts", 1174694400},
    {"amazon-reviews-2018/Gloves_5.json", "amazon-reviews", 1, 2, 2, 3, "A2IBPI20UZIR0U", "B000068NSX 1384719342",
     "B000068NSX", "", 1252800000},
    {"amazon-reviews-2023/All_Soap.jsonl", "amazon-reviews-2023", 1, 2, 2, 3, "AGKHLEW2SOWHNMFQIJGBECAF7INQ",
     "B081TJ8YS4 B00YQ6X8EO", "Tea Tree Soap", "", 1588687728},
    {"steam/steam_reviews.json", "steam-reviews", 1, 2, 2, 3, "Chaos Syren", "328100 725280", "Second Wind", "Racing",
     1513468800},
    {"steam-users/australian_user_reviews.json", "steam-user-reviews", 1, 2, 3, 4, "evcentric", "251610 370360",
     "251610", "", 1386115200},
    {"recbole/tiny.inter", "recbole", 1, 2, 3, 4, "186", "377 302", "377", "", 891717742},
    {"sasrec/games.txt", "sasrec-text", 0.9, 2, 3, 5, "1", "3 1 2", "Three", "Drama", 0},
    {"sequences/toys.txt", "sequence-lines", 0.8, 3, 6, 12, "3", "2 2 9 5 1 4", "2", "", 0},
    {"ragged/sessions.csv", "ragged-lists", 0.8, 3, 3, 8, "ann", "7 8 8 7 9", "7", "", 1551522800},
    {"baskets/groceries.csv", "basket-lines", 0.5, 4, 3, 8, "2", "milk butter bread", "milk", "", 0, "user=1,item=2"},
    {"answers/train.csv", "answer-lines", 1, 2, 3, 5, "1", "12 7 12", "12", "", 0},
    {"wide-cells/ratings.csv", "wide-cells", 0.9, 4, 6, 11, "bob", "m2 m3 m5", "Toy Trains", "", 0},
    {"wide-positions/baskets.csv", "wide-positions", 0.9, 4, 5, 11, "c3", "eggs bread butter tea", "eggs", "", 0},
    {"nested/sessions.jsonl", "nested-lists", 0.8, 3, 3, 6, "13", "503 502", "503", "", 1659304801},
    {"nested-python/users_items.txt", "nested-python-lists", 0.8, 2, 3, 5, "evcen", "30 10 20", "Day of Defeat", "", 0},
    {"netflix/combined_data_1.txt", "netflix-prize", 1, 3, 2, 5, "1488844", "8 3", "What the Cat Saw, Part 2", "",
     1125964800},
    {"mind/behaviors.tsv", "mind-behaviors", 0.9, 2, 3, 3, "U87243", "N3 N5", "Storm Over the Bay", "", 1573635322},
    {"json/interactions.jsonl", "json-lines", 0.7, 2, 2, 3, "ann", "8 7", "8", "", 1551520800},
    {"python/log.txt", "python-lines", 0.6, 2, 2, 3, "ann", "8 7", "8", "", 1551484800},
    {"delimited/visits.csv", "delimited", 0.8, 2, 2, 3, "1", "206 205", "206", "", 1551484800},
};

fs::path samplePath(const char* file) {
    return fs::path(RECSCOPE_SOURCE_DIR) / "tests" / "data" / "formats" / file;
}

class FormatsTest : public ImporterTest, public testing::WithParamInterface<Sample> {
protected:
    /// Checks a dataset imported from the sample or from a compressed form of it.
    void expectMatches(const ImportResult& result, const Sample& sample) {
        EXPECT_EQ(result.dataset.format, sample.format);
        EXPECT_EQ(result.dataset.users, sample.users);
        EXPECT_EQ(result.dataset.items, sample.items);
        EXPECT_EQ(result.dataset.interactions, sample.interactions);
        EXPECT_EQ(historyOf(result, sample.user), sample.history);
        const auto history = m_store.history(result.dataset.id, m_store.userById(result.dataset.id, sample.user).user);
        EXPECT_EQ(history.back().time.value_or(0), sample.lastTime);
        const ItemInfo first = m_store.items(result.dataset.id)[static_cast<std::size_t>(history[0].token - 1)];
        EXPECT_EQ(first.title, sample.firstTitle);
        EXPECT_EQ(first.genres, sample.firstGenres);
        EXPECT_EQ(result.report.rowsRead, result.report.rowsKept + result.report.droppedRows());
    }

    /// The options to import a sample, or a compressed form of it at `path`.
    ImportOptions optionsOf(const Sample& sample, const fs::path& path) {
        ImportOptions options = optionsFor(path);
        options.columns = ColumnMapping::parse(sample.columns);
        return options;
    }

    /// All files of the sample's folder, sorted; `prefix` is put before each name.
    static PackedFiles filesBeside(const fs::path& path, const std::string& prefix) {
        PackedFiles files;
        for (const auto& entry : fs::directory_iterator(path.parent_path())) {
            files.emplace_back(prefix + entry.path().filename().string(), bytesOf(entry.path()));
        }
        std::sort(files.begin(), files.end());
        return files;
    }
};

TEST_P(FormatsTest, IsRecognisedWithItsCountsTitlesAndOrder) {
    const Sample& sample = GetParam();
    const ImportPreview preview = previewImport(optionsOf(sample, samplePath(sample.file)));
    EXPECT_EQ(preview.format, sample.format) << preview.why;
    EXPECT_GE(preview.confidence, sample.minConfidence);
    EXPECT_FALSE(preview.why.empty());
    EXPECT_FALSE(preview.isEstimate);
    expectMatches(import(optionsOf(sample, samplePath(sample.file))), sample);
}

TEST_P(FormatsTest, IsReadThroughZipAnd7zWithItsTitles) {
    const Sample& sample = GetParam();
    const fs::path path = samplePath(sample.file);
    writeZip(m_folder / "first.zip", filesBeside(path, "folder/"));
    write7z(m_folder / "second.7z", filesBeside(path, ""));
    for (const char* archive : {"first.zip", "second.7z"}) {
        SCOPED_TRACE(archive);
        ImportOptions options = optionsOf(sample, m_folder / archive);
        options.name = archive;
        expectMatches(import(options), sample);
    }
}

TEST_P(FormatsTest, IsReadThroughGzipWithGzippedTitles) {
    const Sample& sample = GetParam();
    const fs::path path = samplePath(sample.file);
    for (const auto& [name, bytes] : filesBeside(path, "")) writeGzip(m_folder / (name + ".gz"), bytes);
    expectMatches(import(optionsOf(sample, m_folder / (path.filename().string() + ".gz"))), sample);
}

TEST_P(FormatsTest, TheStoredSettingsGiveTheSameDatasetAgain) {
    const Sample& sample = GetParam();
    const ImportResult first = import(optionsOf(sample, samplePath(sample.file)));
    ImportOptions options = ImportOptions::fromJson(m_store.byId(first.dataset.id).settings);
    EXPECT_EQ(options.toJson(), first.dataset.settings);
    options.name = "again";
    const ImportResult second = import(options);
    expectMatches(second, sample);
    EXPECT_EQ(m_store.histories(second.dataset.id).items, m_store.histories(first.dataset.id).items);
    EXPECT_EQ(second.report.checksum, first.report.checksum);
    EXPECT_EQ(second.report.itemsWithoutTitle, first.report.itemsWithoutTitle);
    EXPECT_EQ(second.dataset.tiedTimeShare, first.dataset.tiedTimeShare);
}

INSTANTIATE_TEST_SUITE_P(All, FormatsTest, testing::ValuesIn(kSamples), [](const auto& info) {
    std::string name = info.param.file;
    std::replace_if(
        name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
    return name;
});

TEST(Formats, EveryFormatHasASample) {
    for (const FormatInfo& format : datasetFormats()) {
        EXPECT_TRUE(std::any_of(std::begin(kSamples), std::end(kSamples), [&](const Sample& sample) {
            return format.name == sample.format;
        })) << format.name;
    }
}

}  // namespace
}  // namespace recscope
