// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/workbook.h"

#include <gtest/gtest.h>

#include "tests/core/support/archive_files.h"
#include "tests/core/support/import_fixture.h"

namespace recscope {
namespace {

const std::string kRelationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/";

/// The parts of a workbook with the sheets "Orders" and "Notes", a chart sheet, shared strings and two date formats.
PackedFiles bookWith(const std::string& ordersXml, const std::string& properties = "") {
    return {{"[Content_Types].xml", "<Types/>"},
            {"xl/workbook.xml", "<workbook xmlns:r='x'>" + properties +
                                    "<sheets><sheet name='Orders' sheetId='1' r:id='rId1'/><sheet name='Chart' "
                                    "sheetId='2' r:id='rId9'/><sheet name='Notes' sheetId='3' r:id='rId2'/></sheets>"
                                    "</workbook>"},
            {"xl/_rels/workbook.xml.rels",
             "<Relationships><Relationship Id='rId1' Type='" + kRelationships +
                 "worksheet' Target='worksheets/sheet1.xml'/><Relationship Id='rId2' Type='" + kRelationships +
                 "worksheet' Target='/xl/worksheets/sheet2.xml'/><Relationship Id='rId3' Type='" + kRelationships +
                 "sharedStrings' Target='sharedStrings.xml'/><Relationship Id='rId4' Type='" + kRelationships +
                 "styles' Target='styles.xml'/><Relationship Id='rId9' Type='" + kRelationships +
                 "chartsheet' Target='chartsheets/sheet1.xml'/></Relationships>"},
            {"xl/sharedStrings.xml",
             "<sst><si><t>user</t></si><si><r><t>it</t></r><r><t>em</t></r></si><si><t>日本</t><rPh sb='0' eb='2'>"
             "<t>ニホン</t></rPh></si><si><t>a, \"b\"\nc</t></si></sst>"},
            {"xl/styles.xml",
             "<styleSheet><numFmts><numFmt numFmtId='164' formatCode='yyyy\\-mm\\-dd hh:mm'/></numFmts><cellStyleXfs>"
             "<xf numFmtId='14'/></cellStyleXfs><cellXfs><xf numFmtId='0'/><xf numFmtId='164'/><xf "
             "numFmtId='14'/></cellXfs></styleSheet>"},
            {"xl/worksheets/sheet1.xml", ordersXml},
            {"xl/worksheets/sheet2.xml", "<worksheet><sheetData/></worksheet>"}};
}

class WorkbookTest : public ImporterTest {
protected:
    std::string textOf(const std::string& ordersXml, const std::string& properties = "") {
        writeZip(m_folder / "b.xlsx", bookWith(ordersXml, properties));
        return readUpTo(*openSheet(m_folder / "b.xlsx", "Orders"), 1 << 20);
    }
};

std::string sheetOf(const std::string& rows) {
    return "<worksheet><sheetData>" + rows + "</sheetData></worksheet>";
}

TEST_F(WorkbookTest, SheetsAreNamedInTheirOrderWithoutCharts) {
    textOf(sheetOf(""));
    EXPECT_EQ(sheetsOf(m_folder / "b.xlsx"), (std::vector<std::string>{"Orders", "Notes"}));
    EXPECT_TRUE(isWorkbookFile(m_folder / "b.xlsx"));
}

TEST_F(WorkbookTest, CellsBecomeText) {
    EXPECT_EQ(textOf(sheetOf("<row r='1'><c r='A1' t='s'><v>0</v></c><c r='B1' t='s'><v>1</v></c></row>"
                             "<row r='2'><c r='A2'><v>17850</v></c><c r='B2' t='s'><v>3</v></c></row>"
                             "<row r='3'><c r='A3'><v>1.7850000000000001E4</v></c><c r='B3' t='s'><v>2</v></c></row>"
                             "<row r='4'><c r='A4'><v>0.1</v></c><c r='B4' t='inlineStr'><is><t>x</t></is></c></row>"
                             "<row r='5'><c r='A5' t='str'><f>A1</f><v>made</v></c><c r='B5' t='b'><v>1</v></c></row>"
                             "<row r='6'><c r='A6' t='e'><v>#N/A</v></c><c r='B6' t='d'><v>2011-12-09T12:50:00</v></c>"
                             "</row>")),
              "user,item\n17850,\"a, \"\"b\"\" c\"\n17850,日本\n0.1,x\nmade,TRUE\n,2011-12-09 12:50:00\n");
}

TEST_F(WorkbookTest, DatesFollowTheStyleOfTheCell) {
    const std::string rows =
        "<row><c r='A1'><v>40886.534722222219</v></c><c r='B1' s='1'><v>40886.534722222219</v></c><c r='C1' "
        "s='2'><v>40886</v></c></row>";
    EXPECT_EQ(textOf(sheetOf(rows)), "40886.53472222222,2011-12-09 12:50:00,2011-12-09\n");
    EXPECT_EQ(textOf(sheetOf(rows), "<workbookPr date1904='1'/>"),
              "40886.53472222222,2015-12-10 12:50:00,2015-12-10\n");
}

TEST_F(WorkbookTest, MissingCellsAreEmptyAndRowsWithoutValuesAreLeftOut) {
    EXPECT_EQ(
        textOf(sheetOf("<row><c><v>1</v></c><c><v>2</v></c><c><v>3</v></c></row><row><c r='A2' s='1'/></row><row/>"
                       "<row><c r='C4'><v>4</v></c></row><row><c r='A5'><v>5</v></c></row>")),
        "1,2,3\n,,4\n5,,\n");
}

TEST_F(WorkbookTest, NamespacePrefixesAreAllowed) {
    EXPECT_EQ(textOf("<x:worksheet xmlns:x='y'><x:sheetData><x:row><x:c r='A1'><x:v>7</x:v></x:c></x:row></x:sheetData>"
                     "</x:worksheet>"),
              "7\n");
}

TEST_F(WorkbookTest, ADamagedWorkbookIsRefusedWithAMessage) {
    EXPECT_ERROR(textOf("<worksheet><sheetData><row>"), ErrorKind::Input, "The file is damaged");
    EXPECT_ERROR(textOf(sheetOf("<row><c t='s'><v>99</v></c></row>")), ErrorKind::Input, "The workbook is damaged");
    EXPECT_ERROR(textOf(sheetOf("<row><c r='XFE1'><v>1</v></c></row>")), ErrorKind::Input, "too many cells");
    // Entities that expand to gigabytes.
    std::string bomb = "<!DOCTYPE b [<!ENTITY a0 'aaaaaaaaaa'>";
    for (int i = 1; i < 12; ++i) {
        bomb += "<!ENTITY a" + std::to_string(i) + " '";
        for (int copies = 0; copies < 10; ++copies) bomb += "&a" + std::to_string(i - 1) + ";";
        bomb += "'>";
    }
    EXPECT_ERROR(
        textOf(bomb + "]><worksheet><sheetData><row><c t='str'><v>&a11;</v></c></row></sheetData></worksheet>"),
        ErrorKind::Input, "The file is damaged");
    EXPECT_ERROR(openSheet(m_folder / "b.xlsx", "None"), ErrorKind::Input, "There is no sheet \"None\"");
}

/// Two Python libraries wrote the same rows: see tests/data/tables/make_workbooks.py.
TEST_F(WorkbookTest, WorkbooksOfOtherProgramsAreImportedLikeTheSameRowsAsCsv) {
    const fs::path folder = fs::path(RECSCOPE_SOURCE_DIR) / "tests/data/tables";
    const ImportResult csv = import(folder / "shop.csv");
    const auto columnsIn = [](const std::string& why) { return why.substr(why.find(';')); };
    for (const char* name : {"shop-openpyxl.xlsx", "shop-xlsxwriter.xlsx"}) {
        ImportOptions options = optionsFor(folder / name);
        options.name = name;
        const ImportResult book = import(options);
        EXPECT_EQ(book.report.rowsKept, csv.report.rowsKept) << name;
        EXPECT_TRUE(book.report.why.starts_with("a sheet of a workbook; ")) << name;
        EXPECT_EQ(columnsIn(book.report.why), columnsIn(csv.report.why)) << name;
        for (const std::string user : {"1003", "1011", "1027"}) EXPECT_EQ(historyOf(book, user), historyOf(csv, user));
    }
}

}  // namespace
}  // namespace recscope
