// SPDX-License-Identifier: GPL-3.0-or-later
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

}  // namespace
}  // namespace recscope
