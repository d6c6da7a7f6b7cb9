// SPDX-License-Identifier: GPL-3.0-or-later
// pyarrow wrote the files in this folder: see make_files.py.
#include "core/parquet/parquet.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <random>

#include "core/parquet/parquet_reader.h"
#include "core/parquet/parquet_writer.h"
#include "core/util/error.h"
#include "tests/core/support/temporary_folder.h"

namespace recscope {
namespace {

namespace fs = std::filesystem;
using Texts = std::vector<std::string>;

const fs::path kFiles = fs::path(RECSCOPE_SOURCE_DIR) / "tests/core/parquet";

/// Tests that need Apache Arrow.
class Parquet : public testing::Test {
protected:
    void SetUp() override {
        if (!hasParquet()) GTEST_SKIP() << "this build has no Apache Arrow: ./dev test --with arrow";
    }

    TemporaryFolder m_folder;
};

std::string textOf(const ParquetValues& values, ParquetAs as, std::size_t i) {
    if (as == ParquetAs::Text) return std::string(values.texts[i]);
    return values.numbers[i] ? fmt::format("{}", *values.numbers[i]) : "-";
}

/// One text for each row of a column: its value, or "[a b]" for a list.
Texts column(const fs::path& path, const std::string& name, ParquetAs as = ParquetAs::Text) {
    const auto reader = openParquet(path);
    int at = 0;
    while (reader->columns()[static_cast<std::size_t>(at)].name != name) ++at;
    Texts texts;
    reader->read(std::array{ParquetChoice{.column = at, .as = as}}, [&](const ParquetRows& rows) {
        const ParquetValues& values = rows.columns[0];
        for (std::size_t row = 0, value = 0; row < rows.count; ++row) {
            if (values.ends.empty()) {
                texts.push_back(textOf(values, as, row));
                continue;
            }
            std::string list;
            for (; value < values.ends[row]; ++value) list += (list.empty() ? "" : " ") + textOf(values, as, value);
            texts.push_back('[' + list + ']');
        }
    });
    return texts;
}

TEST_F(Parquet, ColumnsOfPyarrowAreReadAsText) {
    const fs::path file = kFiles / "kinds.parquet";
    EXPECT_EQ(column(file, "text"), (Texts{"a", "", "", "ä"}));
    EXPECT_EQ(column(file, "coded"), (Texts{"x", "y", "", "x"}));
    EXPECT_EQ(column(file, "coded_number"), (Texts{"7", "", "7", "8"}));
    EXPECT_EQ(column(file, "int8"), (Texts{"-128", "127", "", "0"}));
    EXPECT_EQ(column(file, "uint16"), (Texts{"0", "65535", "", "1"}));
    EXPECT_EQ(column(file, "int64"), (Texts{"-9223372036854775808", "9223372036854775807", "", "0"}));
    EXPECT_EQ(column(file, "uint64"), (Texts{"18446744073709551615", "0", "", "1"}));
    EXPECT_EQ(column(file, "float"), (Texts{"0.1", "", "12", ""}));
    EXPECT_EQ(column(file, "double"), (Texts{"0.1", "", "-1e+300", "9007199254740992"}));
    EXPECT_EQ(column(file, "large"), (Texts{"a", "", "b", "c"}));
    EXPECT_EQ(column(file, "nothing"), (Texts{"", "", "", ""}));
    EXPECT_EQ(column(file, "texts"), (Texts{"[a ]", "[]", "[]", "[b c d]"}));
    EXPECT_EQ(column(file, "numbers"), (Texts{"[1 2]", "[3]", "[]", "[]"}));
    EXPECT_EQ(column(file, "coded_texts"), (Texts{"[a]", "[b a]", "[]", "[]"}));
    EXPECT_EQ(column(file, "pairs"), (Texts{"[1 2]", "[3 4]", "[5 6]", "[7 8]"}));
}

TEST_F(Parquet, ColumnsOfPyarrowAreReadAsNumbers) {
    const fs::path file = kFiles / "kinds.parquet";
    EXPECT_EQ(column(file, "text", ParquetAs::Number), (Texts{"-", "-", "-", "-"}));
    EXPECT_EQ(column(file, "coded_number", ParquetAs::Number), (Texts{"7", "-", "7", "8"}));
    EXPECT_EQ(column(file, "double", ParquetAs::Number), (Texts{"0.1", "-", "-1e+300", "9007199254740992"}));
    EXPECT_EQ(column(file, "half", ParquetAs::Number), (Texts{"0.5", "-", "2", "3"}));
    EXPECT_EQ(column(file, "numbers", ParquetAs::Number), (Texts{"[1 2]", "[3]", "[]", "[]"}));
}

TEST_F(Parquet, NestedColumnsAreShownWithTheirType) {
    const auto reader = openParquet(kFiles / "kinds.parquet");
    std::map<ParquetContent, int> counts;
    for (const ParquetColumn& column : reader->columns()) ++counts[column.content];
    EXPECT_EQ(counts[ParquetContent::List], 4);
    EXPECT_EQ(counts[ParquetContent::Other], 1);
    EXPECT_EQ(reader->columns().back().content, ParquetContent::Other);
    EXPECT_NE(reader->columns().back().type.find("struct<item: int64"), std::string::npos);
}

/// More rows than fit in a row group, so that the file has two groups.
constexpr int kManyRows = 150'000;

fs::path writeMany(const fs::path& path) {
    std::ofstream file(path, std::ios::binary);
    const auto table =
        parquetWriter(file, {{"id", ParquetType::Text}, {"rank", ParquetType::Integer}, {"score", ParquetType::Float}});
    for (int i = 0; i < kManyRows; ++i) {
        const std::string id = fmt::format("user {}", i);
        table->add(std::array<ParquetCell, 3>{id, std::int64_t{i}, 0.1f * static_cast<float>(i)});
    }
    table->finish();
    return path;
}

TEST_F(Parquet, WrittenRowsAreReadBackInPieces) {
    const auto reader = openParquet(writeMany(m_folder / "many.parquet"));
    int row = 0, pieces = 0;
    const std::array choices = {ParquetChoice{.column = 2, .as = ParquetAs::Number},
                                ParquetChoice{.column = 0, .as = ParquetAs::Text},
                                ParquetChoice{.column = 1, .as = ParquetAs::Number}};
    reader->read(choices, [&](const ParquetRows& rows) {
        ++pieces;
        for (std::size_t i = 0; i < rows.count; ++i, ++row) {
            ASSERT_EQ(rows.columns[0].numbers[i], 0.1f * static_cast<float>(row));
            ASSERT_EQ(rows.columns[1].texts[i], fmt::format("user {}", row));
            ASSERT_EQ(rows.columns[2].numbers[i], row);
        }
    });
    EXPECT_EQ(row, kManyRows);
    EXPECT_GT(pieces, 5);
}

/// Reads all columns of a damaged file. The outcome is rows or an error, which is counted in `refusals`.
void readDamaged(const fs::path& path, int& refusals) {
    try {
        const auto reader = openParquet(path);
        std::vector<ParquetChoice> choices;
        for (std::size_t i = 0; i < reader->columns().size(); ++i)
            if (reader->columns()[i].content != ParquetContent::Other)
                choices.push_back({.column = static_cast<int>(i), .as = i % 2 ? ParquetAs::Number : ParquetAs::Text});
        reader->read(choices, [](const ParquetRows&) {});
    } catch (const Error& error) {
        ++refusals;
        EXPECT_EQ(error.kind(), ErrorKind::Input);
        EXPECT_NE(std::string(error.what()).find("could not be read as Parquet"), std::string::npos) << error.what();
        EXPECT_FALSE(error.hint().empty());
    }
}

TEST_F(Parquet, DamagedFilesGiveRowsOrAnError) {
    std::mt19937 random(7);
    for (const char* name : {"kinds.parquet", "rows.parquet", "lists.parquet"}) {
        const std::string whole = bytesOf(kFiles / name);
        std::uniform_int_distribution<std::size_t> place(0, whole.size() - 1);
        std::uniform_int_distribution<int> difference(1, 255);
        int refusals = 0;
        for (int i = 0; i < 200; ++i) {
            std::string damaged = whole;
            const std::size_t at = place(random);
            damaged[at] = static_cast<char>(damaged[at] ^ difference(random));
            SCOPED_TRACE(fmt::format("{}: byte {} is {:02x}", name, at, static_cast<unsigned char>(damaged[at])));
            readDamaged(m_folder.write("flipped.parquet", damaged), refusals);
        }
        EXPECT_GT(refusals, 20) << name;
        refusals = 0;
        for (std::size_t size = 0; size < whole.size(); size += whole.size() / 40)
            readDamaged(m_folder.write("short.parquet", whole.substr(0, size)), refusals);
        EXPECT_GE(refusals, 40) << name;
    }
}

/// Pages carry a checksum, so a changed byte is an error and not another value.
TEST_F(Parquet, AChangedByteIsAnErrorAndNotAnotherValue) {
    std::string bytes = bytesOf(writeMany(m_folder / "many.parquet"));
    const std::size_t at = bytes.find("user 7");
    ASSERT_NE(at, std::string::npos);
    bytes[at] = 'U';
    EXPECT_ERROR(column(m_folder.write("changed.parquet", bytes), "id"), ErrorKind::Input,
                 "changed.parquet could not be read as Parquet");
}

TEST_F(Parquet, AMissingFileIsRefused) {
    EXPECT_ERROR(openParquet(m_folder / "none.parquet"), ErrorKind::Input, "There is no file");
}

/// Whether the library that the whole program uses for a symbol is one of pyarrow's.
bool isFromPyarrow(const char* symbol) {
    void* const address = ::dlsym(RTLD_DEFAULT, symbol);
    Dl_info info{};
    return address && ::dladdr(address, &info) && std::string(info.dli_fname).find("pyarrow") != std::string::npos;
}

// Arrow contains copies of OpenSSL and simdjson. The program must keep using those of the Linux distribution.
TEST_F(Parquet, LibrariesInsideArrowDoNotReplaceThoseOfTheDistribution) {
    EXPECT_FALSE(isFromPyarrow("EVP_sha256"));
    EXPECT_FALSE(isFromPyarrow("_ZN8simdjson22builtin_implementationEv"));
    EXPECT_TRUE(isFromPyarrow("_ZN5arrow19default_memory_poolEv"));  // the check itself works
}

TEST(WithoutParquet, TheHintNamesTheLineThatConvertsTheFile) {
    try {
        refuseToReadParquet("/data/its \"top\" recs.parquet");
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(), "This build of RecScope does not read Parquet: its \"top\" recs.parquet.");
        EXPECT_NE(
            error.hint().find(R"(python3 -c 'import pandas; pandas.read_parquet("/data/its \"top\" recs.parquet"))"
                              R"(.to_json("/data/its \"top\" recs.jsonl", )"),
            std::string::npos)
            << error.hint();
    }
    EXPECT_ERROR(refuseToWriteParquet("recs.parquet"), ErrorKind::Usage, "does not write Parquet: recs.parquet");
}

TEST(WithoutParquet, NothingIsRead) {
    if (hasParquet()) GTEST_SKIP() << "this build has Apache Arrow";
    EXPECT_ERROR(openParquet("recs.parquet"), ErrorKind::Input, "does not read Parquet: recs.parquet");
}

TEST(IsParquet, IsDecidedByNameOrFirstBytes) {
    const TemporaryFolder folder;
    EXPECT_TRUE(isParquet(folder / "none.PARQUET"));
    EXPECT_TRUE(isParquet(folder.write("a.csv", "PAR1...")));
    EXPECT_FALSE(isParquet(folder.write("b.csv", "PAR")));
    EXPECT_FALSE(isParquet(folder / "none.csv"));
}

}  // namespace
}  // namespace recscope
