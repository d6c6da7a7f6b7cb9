// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/file_parts.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include "tests/core/support/archive_files.h"
#include "tests/core/support/import_fixture.h"

namespace recscope {
namespace {

using Names = std::vector<std::string>;

class FilePartsTest : public ImporterTest {
protected:
    static std::string rows(const std::string& item) {
        std::string text = "user_id,item_id,timestamp\n";
        for (int i = 0; i < 60; ++i) {
            text += "u" + std::to_string(i % 12) + "," + item + std::to_string(i % 7) + "," +
                    std::to_string(1700000000 + i * 60) + "\n";
        }
        return text;
    }
};

TEST_F(FilePartsTest, APlainFileHasNoParts) {
    EXPECT_EQ(partsToChoose(m_folder.write("a.csv", rows("i"))).names, Names{});
}

TEST_F(FilePartsTest, TheFilesOfAnArchiveAndOfAFolderAreListed) {
    writeZip(m_folder / "shop.zip", {{"shop/orders.csv", rows("a")}, {"shop/visits.csv", rows("b")}});
    EXPECT_EQ(partsToChoose(m_folder / "shop.zip").names, (Names{"shop/orders.csv", "shop/visits.csv"}));
    std::filesystem::create_directory(m_folder / "week");
    m_folder.write("week/b.csv", rows("b"));
    m_folder.write("week/a.csv", rows("a"));
    EXPECT_EQ(partsToChoose(m_folder / "week").names, (Names{"a.csv", "b.csv"}));
    ImportOptions options;
    options.path = m_folder / "week";
    options.member = "b.csv";
    EXPECT_EQ(previewImport(options).rows[0][1], "b0");
}

TEST_F(FilePartsTest, TheTablesOfADatabaseAreListedAlsoForAPathToOneOfThem) {
    const auto path = m_folder / "shop.db";
    SQLite::Database(path.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE)
        .exec(
            "CREATE TABLE visits (user_id, item_id); INSERT INTO visits VALUES (1, 2), (1, 3), (2, 3);"
            "CREATE TABLE orders (user_id, item_id); INSERT INTO orders VALUES (1, 4), (1, 5), (2, 5);");
    EXPECT_EQ(partsToChoose(path).names, (Names{"visits", "orders"}));
    EXPECT_EQ(partsToChoose(path).kind, FileParts::Kind::Tables);
    ImportOptions options;
    options.path = path / "visits";
    EXPECT_EQ(previewImport(options).member, "visits");
    EXPECT_EQ(previewImport(options).parts.names, (Names{"visits", "orders"}));
    options.member = "orders";  // the choice counts, not the table in the path
    EXPECT_EQ(previewImport(options).rows[0][1], "4");
}

TEST_F(FilePartsTest, TheSheetsOfAWorkbookAreListedNotItsFiles) {
    const fs::path folder = fs::path(RECSCOPE_SOURCE_DIR) / "tests/data/tables";
    const FileParts parts = partsToChoose(folder / "shop-openpyxl.xlsx");
    EXPECT_EQ(parts.kind, FileParts::Kind::Sheets);
    EXPECT_EQ(parts.names, (Names{"Notes", "Orders"}));
}

}  // namespace
}  // namespace recscope
