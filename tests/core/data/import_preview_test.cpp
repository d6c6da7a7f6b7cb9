// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/support/archive_files.h"
#include "tests/core/support/import_fixture.h"

namespace recscope {
namespace {

using ImportPreviewTest = ImporterTest;

TEST_F(ImportPreviewTest, ThePreviewShowsWhatTheImportWillDo) {
    m_folder.write("movies.csv", "movieId,title,genres\n1,A,\n");
    std::string bytes = "userId,movieId,rating,timestamp\n";
    for (int i = 0; i < 50; ++i) bytes += "1," + std::to_string(i) + ",4.0,964982703\n";
    const ImportPreview preview = previewImport(optionsFor(m_folder.write("ratings.csv", bytes)));
    EXPECT_EQ(preview.format, "movielens-csv");
    EXPECT_EQ(preview.delimiter, ",");
    EXPECT_EQ(preview.header, (std::vector<std::string>{"userId", "movieId", "rating", "timestamp"}));
    EXPECT_EQ(preview.rows.size(), 20u);
    EXPECT_EQ(preview.columns.time, "4");
    EXPECT_EQ(fs::path(preview.itemsPath).filename(), "movies.csv");
    EXPECT_EQ(preview.suggestedName, m_folder.path().filename());
}

TEST_F(ImportPreviewTest, CountsTheRowsOfTheWholeFile) {
    std::string bytes = "user,item\n";
    for (int i = 0; i < 5000; ++i) bytes += std::to_string(i % 70) + "," + std::to_string(i) + "\n";
    const ImportPreview preview = previewImport(optionsFor(m_folder.write("a.csv", bytes)));
    EXPECT_EQ(preview.totalRows, 5000);
    EXPECT_FALSE(preview.isEstimate);
    writeGzip(m_folder / "b.csv.gz", bytes);
    EXPECT_EQ(previewImport(optionsFor(m_folder / "b.csv.gz")).totalRows, 5000);
}

TEST_F(ImportPreviewTest, MarksCellsWithInvalidUtf8) {
    std::string bytes = "user;item\n";
    for (int i = 0; i < 8; ++i) bytes += "Zo\xC3\xAB;" + std::to_string(i) + "\n";
    const ImportPreview preview = previewImport(optionsFor(m_folder.write("a.csv", bytes + "x;Jos\xE9\n")));
    EXPECT_EQ(preview.encoding, "UTF-8");
    ASSERT_EQ(preview.encodingErrors.size(), 1u);
    EXPECT_EQ(preview.encodingErrors[0].row, 8u);
    EXPECT_EQ(preview.encodingErrors[0].column, 1u);
    EXPECT_EQ(preview.rows[8][1], "José");
    EXPECT_EQ(countImport(optionsFor(m_folder / "a.csv"), {}, {}).encodingErrors, 1);
}

TEST_F(ImportPreviewTest, ListsEveryFormatThatCouldReadTheFile) {
    const ImportPreview preview = previewImport(optionsFor(m_folder.write("a.txt", "1 2\n1 3\n2 2\n")));
    ASSERT_EQ(preview.candidates.size(), 2u);
    EXPECT_EQ(preview.candidates[0].name, "sasrec-text");
    EXPECT_EQ(preview.candidates[1].name, "delimited");
    EXPECT_GT(preview.candidates[0].confidence, preview.candidates[1].confidence);
    EXPECT_FALSE(preview.candidates[1].why.empty());
}

TEST_F(ImportPreviewTest, KeysOfObjectsAreTheColumns) {
    const fs::path path =
        m_folder.write("a.json", "{\"who\":\"ann\",\"what\":7,\"n\":1}\n{\"what\":8,\"who\":\"ann\"}\n");
    EXPECT_EQ(previewImport(optionsFor(path)).columns.user, "1");  // columns with unknown names are judged by value
    ImportOptions options = optionsFor(path);
    options.columns = ColumnMapping::parse("user=who,item=what");
    const ImportPreview preview = previewImport(options);
    EXPECT_EQ(preview.header, (std::vector<std::string>{"who", "what", "n"}));
    EXPECT_EQ(preview.rows[1], (std::vector<std::string>{"ann", "8", ""}));
    EXPECT_EQ(preview.columns.user, "1");
    EXPECT_EQ(historyOf(import(options), "ann"), "7 8");
}

TEST_F(ImportPreviewTest, ListsTheMembersOfAnArchiveAndReadsTheChosenOne) {
    writeZip(m_folder / "a.zip", {{"x/ratings.csv", "userId,movieId,rating,timestamp\n1,2,3,964982703\n"},
                                  {"x/other.csv", "user,item\na,b\na,c\n"}});
    ImportOptions options = optionsFor(m_folder / "a.zip");
    EXPECT_EQ(previewImport(options).member, "x/ratings.csv");
    EXPECT_EQ(previewImport(options).suggestedName, "x");
    EXPECT_EQ(previewImport(options).parts.names, (std::vector<std::string>{"x/ratings.csv", "x/other.csv"}));
    options.member = "x/other.csv";
    EXPECT_EQ(historyOf(import(options), "a"), "b c");
}

TEST_F(ImportPreviewTest, AmazonCsvWithUninformativeIdsTakesTheMoreVariedColumnAsUser) {
    const ImportPreview preview =
        previewImport(optionsFor(m_folder.write("r.csv",
                                                "B000000001,U1,5.0,1369699200\nB000000001,U2,5.0,1369699200\n"
                                                "B000000001,U3,4.0,1369699200\nB000000002,U1,4.0,1369699200\n")));
    EXPECT_EQ(preview.format, "amazon-csv");
    EXPECT_EQ(preview.columns.user, "2");
    EXPECT_LT(preview.confidence, 0.8);
    EXPECT_NE(preview.why.find("choose the columns if this is wrong"), std::string::npos);
}

TEST_F(ImportPreviewTest, AWideTableIsShownAsItsInteractions) {
    const fs::path file = fs::path(RECSCOPE_SOURCE_DIR) / "tests/data/formats/wide-cells/ratings.csv";
    const ImportPreview preview = previewImport(optionsFor(file));
    EXPECT_NE(preview.why.find("a cell is a rating of the column's item"), std::string::npos) << preview.why;
    EXPECT_TRUE(preview.columnsCanBeChosen);
    EXPECT_EQ(preview.header, (std::vector<std::string>{"row", "column", "cell"}));
    ASSERT_FALSE(preview.rows.empty());
    EXPECT_EQ(preview.rows[0], (std::vector<std::string>{"ann", "m1", "4"}));
    EXPECT_EQ(preview.totalRows, 11);
    for (const ColumnFinding& column : preview.columnFindings) EXPECT_TRUE(column.role) << column.name;
}

}  // namespace
}  // namespace recscope
