// SPDX-License-Identifier: GPL-3.0-or-later
// pyarrow wrote the files in tests/core/parquet: see make_files.py in that folder.
#include "core/data/arrow_tables.h"

#include "core/data/source_part.h"
#include "core/parquet/parquet.h"
#include "tests/core/support/import_fixture.h"

namespace recscope {
namespace {

const fs::path kFiles = fs::path(RECSCOPE_SOURCE_DIR) / "tests/core/parquet";

/// Tests that need Apache Arrow.
class ArrowTables : public ImporterTest {
protected:
    void SetUp() override {
        if (!hasParquet()) GTEST_SKIP() << "this build has no Apache Arrow: ./dev test --with arrow";
    }
    static std::string textOf(const char* file) { return readUpTo(*openPart({kFiles / file, {}}), 1 << 20); }
};

TEST_F(ArrowTables, AllFormatsGiveTheSameText) {
    const std::string expected =
        "user_id,item_id,rating,price,day,timestamp\n"
        "ann,11,4.5,1.50,2017-07-14,2017-07-14 02:40:00.250Z\n"
        "bob,12,,,2017-07-14,2017-07-14 02:41:00.250Z\n"
        "ann,13,3,2.25,2017-07-14,\n"
        "bob,11,1,10.00,2017-07-14,2017-07-14 02:43:00.250Z\n";
    for (const char* file : {"events.parquet", "events.feather", "events.arrow"})
        EXPECT_EQ(textOf(file), expected) << file;
}

TEST_F(ArrowTables, TimesOfAllUnitsAreText) {
    for (const char* file : {"times_s.parquet", "times_ms.parquet", "times_us.parquet"}) {
        EXPECT_EQ(textOf(file),
                  "user,item,time\nann,a,1969-12-31 23:59:59.000\nann,b,1970-01-01 00:00:00.000\n"
                  "ann,c,2017-07-14 02:40:00.000\n")
            << file;
    }
}

TEST_F(ArrowTables, AListOfItemsGivesARowForEach) {
    EXPECT_EQ(textOf("histories.parquet"),
              "user,items,times,labels\nann,a,10,x\nann,b,20,x\nann,c,30,x\nbob,c,40,x|y|z\nbob,a,50,x|y|z\neve,,,x\n");
    const ImportResult result = import(kFiles / "histories.parquet");
    EXPECT_EQ(historyOf(result, "ann"), "a b c");
    EXPECT_EQ(historyOf(result, "bob"), "c a");
}

TEST_F(ArrowTables, AListNextToAnItemColumnIsOneCell) {
    EXPECT_EQ(textOf("genres.parquet"), "user,item,genres\nann,a,Drama|War\nbob,b,Comedy\n");
}

TEST_F(ArrowTables, ATableIsImportedWithItsTimes) {
    const ImportResult result = import(kFiles / "events.parquet");
    EXPECT_EQ(result.dataset.users, 2);
    EXPECT_EQ(result.report.rowsRead, 4);
    EXPECT_EQ(result.report.rowsDamaged, 1);  // the row without a time
    EXPECT_EQ(historyOf(result, "bob"), "12 11");
    const auto history = m_store.history(result.dataset.id, m_store.userById(result.dataset.id, "bob").user);
    EXPECT_EQ(history.back().time, 1500000180);
    const ImportPreview preview = previewImport(optionsFor(kFiles / "events.feather"));
    EXPECT_TRUE(preview.hasHeader);
    EXPECT_EQ(preview.totalRows, 4);
}

TEST(WithoutArrow, TheHintNamesTheLineThatConvertsTheTable) {
    if (hasParquet()) GTEST_SKIP() << "this build has Apache Arrow";
    const auto hintFor = [](const char* file) {
        try {
            ImportOptions options;
            options.path = kFiles / file;
            previewImport(options);
        } catch (const Error& error) {
            return std::string(error.what()) + " " + error.hint();
        }
        return std::string();
    };
    EXPECT_NE(hintFor("events.parquet").find("does not read Parquet: events.parquet."), std::string::npos);
    EXPECT_NE(hintFor("events.parquet").find("pandas.read_parquet("), std::string::npos);
    EXPECT_NE(hintFor("events.parquet").find("events.csv\", index=False)"), std::string::npos);
    EXPECT_NE(hintFor("events.feather").find("pandas.read_feather("), std::string::npos);
    EXPECT_NE(hintFor("events.arrow").find("pyarrow.ipc.open_stream("), std::string::npos);
}

TEST(TableFormat, IsRecognisedByTheFirstBytes) {
    EXPECT_EQ(tableFormatOf(kFiles / "events.parquet"), TableFormat::Parquet);
    EXPECT_EQ(tableFormatOf(kFiles / "events.feather"), TableFormat::ArrowFile);
    EXPECT_EQ(tableFormatOf(kFiles / "events.arrow"), TableFormat::ArrowStream);
    EXPECT_EQ(tableFormatOf(kFiles / "make_files.py"), TableFormat::None);
}

}  // namespace
}  // namespace recscope
