// SPDX-License-Identifier: GPL-3.0-or-later
#include <functional>

#include "tests/core/support/import_fixture.h"

namespace recscope {
namespace {

using Change = std::function<void(ImportOptions&)>;

const std::vector<Change> kChanges = {
    [](ImportOptions& o) { o.path = "a.csv"; },
    [](ImportOptions& o) { o.member = "m"; },
    [](ImportOptions& o) { o.itemsPath = "i.csv"; },
    [](ImportOptions& o) { o.usersPath = "u.csv"; },
    [](ImportOptions& o) { o.findUsers = false; },
    [](ImportOptions& o) { o.findItems = false; },
    [](ImportOptions& o) { o.name = "n"; },
    [](ImportOptions& o) { o.format = "f"; },
    [](ImportOptions& o) { o.columns.user = "1"; },
    [](ImportOptions& o) { o.columns.item = "2"; },
    [](ImportOptions& o) { o.columns.time = "3"; },
    [](ImportOptions& o) { o.columns.rating = "4"; },
    [](ImportOptions& o) {
        o.foundRoles = {ColumnRole::Item, ColumnRole::Rating};
    },
    [](ImportOptions& o) { o.delimiter = "\t"; },
    [](ImportOptions& o) { o.encoding = "UTF-8"; },
    [](ImportOptions& o) { o.timeFormat = TimeFormat::Posted; },
    [](ImportOptions& o) { o.minRating = 0; },
    [](ImportOptions& o) { o.duplicates = Duplicates::Last; },
    [](ImportOptions& o) { o.kCore = KCore::Iterative; },
    [](ImportOptions& o) { o.minUserInteractions = 5; },
    [](ImportOptions& o) { o.minItemInteractions = 6; },
    [](ImportOptions& o) { o.minHistoryLength = 7; },
    [](ImportOptions& o) { o.keepDamaged = true; },
};

TEST(ImportSettings, AJsonRoundTripKeepsEveryField) {
    const std::string defaults = ImportOptions().toJson();
    EXPECT_EQ(ImportOptions::fromJson(defaults).toJson(), defaults);
    for (std::size_t i = 0; i < kChanges.size(); ++i) {
        ImportOptions options;
        kChanges[i](options);
        EXPECT_NE(options.toJson(), defaults) << i;
        EXPECT_EQ(ImportOptions::fromJson(options.toJson()).toJson(), options.toJson()) << i;
    }
}

TEST(ImportSettings, DamagedJsonIsRefused) {
    EXPECT_ERROR(ImportOptions::fromJson("{"), ErrorKind::Workspace, "cannot be read");
    EXPECT_ERROR(ImportOptions::fromJson(R"({"k_core":"hyper"})"), ErrorKind::Workspace, "unknown name");
}

TEST(ImportSettings, UnknownNamesAreRefused) {
    EXPECT_ERROR(duplicatesFromName("some"), ErrorKind::Usage, "\"some\"");
    EXPECT_ERROR(kCoreFromName("deep"), ErrorKind::Usage, "\"deep\"");
    EXPECT_ERROR(timeFormatFromName("moon"), ErrorKind::Usage, "\"moon\"");
    EXPECT_ERROR(importPreset("none"), ErrorKind::Usage, "\"none\"");
}

TEST(ImportSettings, PresetsFilterAsTheirPapersDid) {
    ImportOptions options;
    importPreset("users-5").applyTo(options);
    EXPECT_EQ(options.minUserInteractions, 5);
    EXPECT_EQ(options.minItemInteractions, 0);
    importPreset("5-core").applyTo(options);
    EXPECT_EQ(options.kCore, KCore::Iterative);
    EXPECT_EQ(options.minItemInteractions, 5);
    importPreset("all").applyTo(options);
    EXPECT_EQ(options.minUserInteractions, 0);
}

using ImportSettingsTest = ImporterTest;

TEST_F(ImportSettingsTest, AreStoredWithEverythingThatWasDetected) {
    m_folder.write("movies.csv", "movieId,title,genres\n1,A,\n");
    ImportOptions options = optionsFor(m_folder.write("ratings.csv",
                                                      "userId,movieId,rating,timestamp\n1,1,4.0,964982703\n"
                                                      "1,1,5.0,964982700\n1,2,5.0,964982701\n"));
    options.duplicates = Duplicates::First;
    options.minRating = 4;
    const ImportResult result = import(options);
    const auto stored = ImportOptions::fromJson(m_store.byId(result.dataset.id).settings);
    EXPECT_EQ(stored.path, options.path);
    EXPECT_EQ(stored.itemsPath, m_folder / "movies.csv");
    EXPECT_EQ(stored.format, "movielens-csv");
    EXPECT_EQ(stored.columns.time, "4");
    EXPECT_EQ(stored.encoding, "UTF-8");
    EXPECT_EQ(stored.duplicates, Duplicates::First);
    EXPECT_EQ(stored.minRating, 4);
    EXPECT_EQ(stored.name, result.dataset.name);
}

TEST_F(ImportSettingsTest, FindTheTagsAgain) {
    m_folder.write("movies.csv", "movieId,title,genres\n1,A,\n");
    m_folder.write("tags.csv", "userId,movieId,tag,timestamp\n7,1,sad,1445714994\n");
    const fs::path path =
        m_folder.write("ratings.csv", "userId,movieId,rating,timestamp\n1,1,4,100000000\n1,2,4,100000000\n");
    ImportOptions again = ImportOptions::fromJson(import(path).dataset.settings);
    again.name = "again";
    const ImportResult result = import(again);
    EXPECT_EQ(m_store.items(result.dataset.id)[0].tags, "sad");
    EXPECT_EQ(result.report.tagsPath, m_folder / "tags.csv");
    ImportOptions plain = optionsFor(path);
    plain.findItems = false;  // no titles, no tags
    plain.name = "plain";
    EXPECT_EQ(import(plain).report.tagsPath, "");
}

TEST_F(ImportSettingsTest, ContainAbsolutePaths) {
    m_folder.write("items.csv", "item,title\n2,Two\n");
    const fs::path path = fs::relative(m_folder.write("a.txt", "1 2\n1 3\n"));
    const auto stored = ImportOptions::fromJson(import(path).dataset.settings);
    EXPECT_TRUE(stored.path.is_absolute()) << stored.path;
    EXPECT_TRUE(stored.itemsPath.is_absolute()) << stored.itemsPath;
}

TEST_F(ImportSettingsTest, IgnoreATitlesFileThatAppearsLater) {
    const fs::path path =
        m_folder.write("ratings.csv", "userId,movieId,rating,timestamp\n1,1,4,100000000\n1,2,4,100000000\n");
    ImportOptions again = ImportOptions::fromJson(import(path).dataset.settings);
    m_folder.write("movies.csv", "movieId,title,genres\n1,A,\n");
    again.name = "again";
    EXPECT_EQ(import(again).report.itemsWithoutTitle, 2);
}

}  // namespace
}  // namespace recscope
