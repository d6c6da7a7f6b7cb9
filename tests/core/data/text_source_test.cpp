// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/text_source.h"

#include <gtest/gtest.h>

#include "core/data/file_kind.h"
#include "core/data/remark_lines.h"
#include "core/data/text_encoding.h"
#include "core/util/error.h"
#include "tests/core/support/temporary_folder.h"

namespace recscope {
namespace {

using namespace std::string_literals;
using Lines = std::vector<std::string>;

std::string textOf(const std::string& bytes, const std::string& encoding = {}) {
    const TemporaryFolder folder;
    return readUpTo(*openText({folder.write("a.csv", bytes), {}}, encoding).bytes, 1 << 20);
}

std::string utf16(const std::u16string& text, bool isBigEndian) {
    std::string bytes;
    for (const char16_t unit : text) {
        const auto high = static_cast<char>(unit >> 8), low = static_cast<char>(unit & 0xFF);
        bytes += isBigEndian ? high : low;
        bytes += isBigEndian ? low : high;
    }
    return bytes;
}

TEST(TextSource, CarriageReturnsAreLineEndsWhereTheyAreFrequent) {
    EXPECT_EQ(textOf("a,b\rc,d\re,f"), "a,b\nc,d\ne,f");
    EXPECT_EQ(textOf("a\r\nb\rc\nd\r\n"), "a\r\nb\nc\nd\r\n");
    EXPECT_EQ(textOf("a\r\nb\r\n"), "a\r\nb\r\n");
    EXPECT_EQ(textOf("a\nb\nc\nd\re\nf\ng\nh\n"), "a\nb\nc\nd\re\nf\ng\nh\n")
        << "a single carriage return within text is not a line end";
}

TEST(TextSource, ACarriageReturnAtTheEndOfABlockIsNotASeparateLineEnd) {
    std::string bytes, expected;
    for (int i = 0; i < 60000; ++i) {
        bytes += "abc\r\nd\r";
        expected += "abc\r\nd\n";
    }
    const TemporaryFolder folder;
    const OpenedText text = openText({folder.write("a.csv", bytes), {}});
    std::string all;
    char buffer[7];
    while (const std::size_t count = text.bytes->read(buffer, sizeof buffer)) all.append(buffer, count);
    EXPECT_EQ(all, expected);
}

TEST(TextSource, Utf16BecomesUtf8WithAndWithoutAByteOrderMark) {
    const std::u16string text = u"user,item\nJosé,\U0001F600\n";
    for (const bool isBigEndian : {false, true}) {
        EXPECT_EQ(textOf(utf16(u"\uFEFF" + text, isBigEndian)), "user,item\nJosé,\U0001F600\n");
        EXPECT_EQ(textOf(utf16(text, isBigEndian)), "user,item\nJosé,\U0001F600\n");
    }
    EXPECT_EQ(textOf(utf16(u"用户,物品", false), "utf-16le"), "用户,物品");
    EXPECT_EQ(textOf("\xFF\xFE\x00\xD8\x61\x00"s), "\uFFFDa") << "half of a surrogate pair is replaced";
}

TEST(TextEncoding, Windows1252HasLettersWhereIso88591HasControlCharacters) {
    EXPECT_EQ(windows1252ToUtf8("Am\xE9lie\x92s \x93x\x94 \x80\x96\x81"), "Amélie’s “x” €–\uFFFD");
    EXPECT_EQ(encodingNamed("ISO-8859-1"), "windows-1252");
    EXPECT_EQ(encodingNamed("cp1252"), "windows-1252");
    EXPECT_ERROR(encodingNamed("EBCDIC"), ErrorKind::Usage, "\"EBCDIC\" is not known");
}

TEST(RemarkLines, ADeclaredDelimiterAndCommentsAreNotRows) {
    EXPECT_EQ(remarkLinesIn({"sep=;", "user;item", "a;b"}).delimiter, ";");
    EXPECT_EQ(remarkLinesIn({"\"sep=|\"", "user|item"}).delimiter, "|");
    const Lines lines = {"# made in May, 3 pm", "user,item", "a,x", "# half", "a,y", "b,x", "b,y"};
    EXPECT_EQ(withoutRemarks(lines, remarkLinesIn(lines)), (Lines{"user,item", "a,x", "a,y", "b,x", "b,y"}));
}

TEST(RemarkLines, IdsAndTheHeaderMayBeginWithTheCommentSign) {
    EXPECT_FALSE(remarkLinesIn({"user,item", "#a,x", "#a,y", "b,z"}).hasComments);
    const Lines lines = {"# exported", "#item,user", "1,7", "2,7", "3,8"};
    EXPECT_EQ(withoutRemarks(lines, remarkLinesIn(lines)), (Lines{"item,user", "1,7", "2,7", "3,8"}));
}

TEST(FileKind, NamesTheKindOfAFile) {
    EXPECT_EQ(binaryKindOf("PAR1\x15\x04").what, "a Parquet file inside an archive");
    EXPECT_EQ(binaryKindOf("\x80\x04\x95\x0B"s).what, "a Python pickle");
    EXPECT_EQ(binaryKindOf("X\n\0\0\0\3"s).what, "an R data file (RDS)");
    EXPECT_EQ(binaryKindOf("\x89HDF\r\n"s).what, "an HDF5 file");
    EXPECT_EQ(binaryKindOf(" <!DOCTYPE html>").what, "a web page");
    EXPECT_TRUE(binaryKindOf("user,item\n").empty());
    EXPECT_TRUE(binaryKindOf("ORCID,item\n").empty());
    EXPECT_EQ(documentKindOf({{"[Content_Types].xml"}, {"xl/workbook.bin"}}).what, "a binary Excel workbook");
    EXPECT_EQ(documentKindOf({{"a.npy"}}).what, "a file of NumPy arrays");
    EXPECT_TRUE(documentKindOf({{"ratings.csv"}}).empty());
}

}  // namespace
}  // namespace recscope
