// SPDX-License-Identifier: GPL-3.0-or-later
// Tests how the preview and the report explain the role of each column.
#include <fmt/format.h>

#include "tests/core/support/import_fixture.h"

namespace recscope {
namespace {

class ColumnReasons : public ImporterTest {
protected:
    /// A file of 60 rows with user, item, time and rating. It has no header if `header` is empty.
    fs::path table(const std::string& header) {
        std::string bytes = header.empty() ? "" : header + "\n";
        for (int i = 0; i < 60; ++i)
            bytes +=
                fmt::format("{},{},{},{}\n", i % 9 + 100, i % 14 + 5000, 1500000000 + 4000 * (i * 37 % 60), i % 5 + 1);
        return m_folder.write("table.csv", bytes);
    }

    /// How the report explains the choice of columns.
    std::string why(const ImportOptions& options) { return countImport(options, {}, {}).why; }
    static std::string whyOf(const ImportPreview& preview, std::size_t column) {
        return preview.columnFindings.at(column).why;
    }
};

TEST_F(ColumnReasons, KnownNamesAreCreditedToTheHeader) {
    const fs::path path = table("user_id,item_id,timestamp,rating");
    EXPECT_TRUE(why(optionsFor(path)).ends_with("(by the header)")) << why(optionsFor(path));
    EXPECT_EQ(whyOf(previewImport(optionsFor(path)), 0), "Used as the user: its name says so.");
}

TEST_F(ColumnReasons, ATimeFoundByItsValuesIsNotCreditedToTheHeader) {
    const fs::path path = table("user_id,item_id,zork,rating");
    EXPECT_TRUE(
        why(optionsFor(path))
            .ends_with(
                "(user, item and rating by the header, time by the values: choose the columns if this is wrong)"))
        << why(optionsFor(path));
    EXPECT_EQ(whyOf(previewImport(optionsFor(path)), 2), "Used as the time: its values are times.");
}

TEST_F(ColumnReasons, WithoutAHeaderColumnsAreAssumedFromTheContent) {
    const fs::path path = table("");
    EXPECT_TRUE(why(optionsFor(path)).ends_with("(assumed from the content: choose the columns if this is wrong)"))
        << why(optionsFor(path));
    EXPECT_EQ(whyOf(previewImport(optionsFor(path)), 1),
              "Used as the item: judged by its values and by the columns beside it.");
}

TEST_F(ColumnReasons, ChosenAndDetectedColumnsAreDistinguished) {
    ImportOptions options = optionsFor(table("user_id,item_id,timestamp,rating"));
    options.columns = ColumnMapping::parse("user=item_id,item=user_id,time=timestamp");
    EXPECT_TRUE(why(options).ends_with("(as chosen)")) << why(options);
    options.columns = ColumnMapping::parse("user=user_id");
    EXPECT_TRUE(why(options).ends_with("(user as chosen, item, time and rating by the header)")) << why(options);
    EXPECT_EQ(whyOf(previewImport(options), 0), "Used as the user, as chosen.");
    EXPECT_EQ(whyOf(previewImport(options), 1), "Used as the item: its name says so.");
}

TEST_F(ColumnReasons, WithoutAHeaderOneChosenColumnLeavesTheOthersAssumed) {
    ImportOptions options = optionsFor(table(""));
    options.columns = ColumnMapping::parse("user=2");
    EXPECT_TRUE(why(options).find("user as chosen, item, time and rating assumed from the content") !=
                std::string::npos)
        << why(options);
}

TEST_F(ColumnReasons, StoredDetectedSettingsGiveTheSameReasonAgain) {
    for (const char* header :
         {"user_id,item_id,timestamp,rating", "user_id,item_id,zork,rating", "", "userId,movieId,timestamp,rating"}) {
        const ImportResult first = import(table(header));
        const ImportOptions stored = ImportOptions::fromJson(first.dataset.settings);
        ASSERT_FALSE(stored.columns.empty());
        EXPECT_EQ(why(stored), first.report.why);
        ImportOptions chosen = stored;
        chosen.foundRoles = {ColumnRole::Item, ColumnRole::Rating};
        EXPECT_TRUE(why(chosen).find("user and time as chosen") != std::string::npos) << why(chosen);
        m_store.remove(first.dataset.id);
    }
}

TEST_F(ColumnReasons, ObjectKeysAreNotCalledAHeader) {
    std::string bytes;
    for (int i = 0; i < 60; ++i)
        bytes += fmt::format("{{\"user_id\": \"u{}\", \"item_id\": {}, \"timestamp\": {}}}\n", i % 9, i % 14,
                             1500000000 + 4000 * i);
    const ImportOptions options = optionsFor(m_folder.write("a.jsonl", bytes));
    EXPECT_TRUE(why(options).starts_with("one object per line; ")) << why(options);
    EXPECT_TRUE(why(options).ends_with("(by the keys)")) << why(options);
}

TEST_F(ColumnReasons, AKnownFormatIsTheReasonForItsColumns) {
    std::string bytes;
    for (int i = 0; i < 60; ++i)
        bytes += fmt::format("{}\t{}\t{}\t{}\n", i % 9 + 1, i % 14 + 1, i % 5 + 1, 881250949 + i);
    const ImportPreview preview = previewImport(optionsFor(m_folder.write("u.data", bytes)));
    EXPECT_EQ(preview.format, "movielens-100k");
    EXPECT_EQ(whyOf(preview, 0), "Used as the user: the format puts it in this column.");
}

}  // namespace
}  // namespace recscope
