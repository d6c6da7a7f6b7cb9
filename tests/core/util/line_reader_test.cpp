// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/line_reader.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/util/error.h"
#include "tests/core/support/temporary_folder.h"

namespace recscope {
namespace {

std::vector<std::string> linesIn(const std::string& bytes) {
    const TemporaryFolder folder;
    LineReader reader(folder.write("f", bytes));
    std::vector<std::string> lines;
    std::string_view line;
    while (reader.next(line)) lines.emplace_back(line);
    EXPECT_EQ(reader.lineNumber(), static_cast<std::int64_t>(lines.size()));
    EXPECT_EQ(reader.bytesRead(), static_cast<std::int64_t>(bytes.size()));
    return lines;
}

using Lines = std::vector<std::string>;

TEST(LineReader, LinesEndWithLfOrCrlfAndTheLastOneMayHaveNoEnd) {
    EXPECT_EQ(linesIn("a\nb\r\nc"), (Lines{"a", "b", "c"}));
    EXPECT_EQ(linesIn("a\n\n"), (Lines{"a", ""}));
    EXPECT_EQ(linesIn(""), Lines{});
}

TEST(LineReader, SkipsAByteOrderMark) {
    EXPECT_EQ(linesIn("\xEF\xBB\xBFuser,item\n"), Lines{"user,item"});
}

TEST(LineReader, KeepsLinesWholeAcrossBlocks) {
    std::string bytes;
    Lines expected;
    for (int i = 0; i < 400000; ++i) {
        expected.push_back("line " + std::to_string(i));
        bytes += expected.back() + "\n";
    }
    EXPECT_EQ(linesIn(bytes), expected);
}

TEST(LineReader, ReadsALineLongerThanItsBlock) {
    const std::string longLine(5 << 20, 'x');
    EXPECT_EQ(linesIn("a\n" + longLine + "\nb"), (Lines{"a", longLine, "b"}));
}

TEST(LineReader, AHugeLineIsMarkedAsTooLong) {
    const std::string huge(3 * LineReader::kMaxLineBytes + 5, 'x');
    const std::string bytes = "a\n" + huge + "\nb\n" + huge;
    LineReader reader(sourceOf(bytes));
    std::vector<std::string> lines;
    std::vector<bool> tooLong;
    std::string_view line;
    while (reader.next(line)) {
        lines.emplace_back(line.substr(0, 3));
        tooLong.push_back(reader.isTooLong());
    }
    EXPECT_EQ(lines, (Lines{"a", "xxx", "b", "xxx"}));
    EXPECT_EQ(tooLong, (std::vector<bool>{false, true, false, true}));
    EXPECT_EQ(reader.bytesRead(), static_cast<std::int64_t>(bytes.size()));
}

TEST(LineReader, AMissingFileIsRefused) {
    EXPECT_ERROR(LineReader("/nowhere/at/all"), ErrorKind::Input, "cannot be opened");
}

}  // namespace
}  // namespace recscope
