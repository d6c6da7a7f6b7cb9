// SPDX-License-Identifier: GPL-3.0-or-later
// SciPy wrote the matrices in tests/data/tables: see make_matrices.py in that folder.
#include "core/data/sparse_matrix.h"

#include "core/data/npy_reader.h"
#include "tests/core/support/archive_files.h"
#include "tests/core/support/import_fixture.h"

namespace recscope {
namespace {

using namespace std::string_literals;

const fs::path kTables = fs::path(RECSCOPE_SOURCE_DIR) / "tests/data/tables";

std::string textOf(const fs::path& path) {
    return readUpTo(*openSparseMatrix(path), 1 << 20);
}

/// An array as NumPy's save writes it, version 1.
std::string npy(const std::string& descr, const std::string& shape, const std::string& bytes) {
    const std::string header = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }\n";
    return "\x93NUMPY\x01\x00"s + static_cast<char>(header.size()) + "\0"s + header + bytes;
}

NpyReader readerOf(const std::string& bytes) {
    return NpyReader(sourceOf(bytes), "m.npz", "data.npy");
}

using SparseMatrixTest = ImporterTest;

TEST_F(SparseMatrixTest, RowsAreUsersAndColumnsItems) {
    EXPECT_EQ(textOf(kTables / "ratings-csr.npz"), "user,item,rating\n0,0,4.5\n0,2,1\n3,0,2\n3,1,5\n3,3,0.1\n");
    EXPECT_EQ(textOf(kTables / "ratings-csc.npz"), "user,item,rating\n0,0,4.5\n3,0,2\n3,1,5\n0,2,1\n3,3,0.1\n");
    EXPECT_EQ(textOf(kTables / "ratings-coo.npz"), "user,item,rating\n0,0,4.5\n0,2,1\n3,0,2\n3,1,5\n3,3,0.1\n");
    EXPECT_EQ(textOf(kTables / "counts.npz"), "user,item,rating\n0,0,45\n0,2,10\n1,4,30\n3,0,20\n3,1,50\n3,3,1\n");
}

TEST_F(SparseMatrixTest, BooleanValuesAreNoRatings) {
    EXPECT_EQ(textOf(kTables / "flags.npz"), "user,item\n0,0\n0,2\n1,4\n3,0\n3,1\n3,3\n");
}

TEST_F(SparseMatrixTest, IsImportedAndTheReportSaysThatItHasNoTimes) {
    const ImportResult result = import(kTables / "ratings-csr.npz");
    EXPECT_EQ(result.dataset.users, 2);
    EXPECT_EQ(result.dataset.items, 4);
    EXPECT_FALSE(result.dataset.hasTimes);
    EXPECT_EQ(historyOf(result, "3"), "0 1 3");
    const auto history = m_store.history(result.dataset.id, m_store.userById(result.dataset.id, "3").user);
    EXPECT_FLOAT_EQ(static_cast<float>(history[1].rating.value_or(0)), 5);
    EXPECT_NE(result.report.toText().find("A sparse matrix has no times"), std::string::npos);
    const ImportPreview preview = previewImport(optionsFor(kTables / "ratings-csr.npz"));
    EXPECT_EQ(preview.totalRows, 5);
    EXPECT_TRUE(preview.parts.names.empty());
}

TEST_F(SparseMatrixTest, TheReportSaysHowRowsAndColumnsAreSwapped) {
    const std::string text = import(kTables / "ratings-csr.npz").report.toText();
    EXPECT_NE(text.find("a sparse matrix; user in"), std::string::npos) << text;
    EXPECT_EQ(text.find("comma"), std::string::npos) << text;
    EXPECT_NE(text.find("user=item,item=user,rating=rating"), std::string::npos) << text;

    ImportOptions options = optionsFor(kTables / "ratings-csr.npz");
    options.name = "swapped";
    options.columns = ColumnMapping::parse("user=item,item=user,rating=rating");
    const ImportResult swapped = import(options);
    EXPECT_EQ(swapped.dataset.users, 4);
    EXPECT_EQ(historyOf(swapped, "0"), "0 3");
    EXPECT_EQ(swapped.report.toText().find("the other way round"), std::string::npos);
    const auto history = m_store.history(swapped.dataset.id, m_store.userById(swapped.dataset.id, "1").user);
    EXPECT_FLOAT_EQ(static_cast<float>(history[0].rating.value_or(0)), 5);

    options = optionsFor(kTables / "flags.npz");
    EXPECT_NE(import(options).report.toText().find("choose the columns: user=item,item=user."), std::string::npos);
}

TEST_F(SparseMatrixTest, UnsupportedMatricesAreRefusedWithTheReason) {
    EXPECT_ERROR(import(kTables / "diagonal.npz"), ErrorKind::Input, "stored as \"dia\"");
    EXPECT_ERROR(import(kTables / "complex.npz"), ErrorKind::Input, "data.npy in");
    expectNothingStored();
}

TEST_F(SparseMatrixTest, DamagedMatricesAreRefused) {
    const std::string whole = bytesOf(kTables / "ratings-csr.npz");
    int refusals = 0;
    for (std::size_t size = 8; size < whole.size(); size += 40) {
        try {
            import(m_folder.write("cut.npz", whole.substr(0, size)));
        } catch (const Error& error) {
            ++refusals;
            EXPECT_EQ(error.kind(), ErrorKind::Input);
            EXPECT_FALSE(error.hint().empty());
        }
    }
    EXPECT_GT(refusals, 15);
    const PackedFiles unequal = {{"format.npy", npy("|S3", "()", "csr")},
                                 {"shape.npy", npy("<i8", "(2,)", std::string(16, '\1'))},
                                 {"data.npy", npy("|u1", "(2,)", "\1\2")},
                                 {"indices.npy", npy("|u1", "(3,)", "\0\1\2"s)},
                                 {"indptr.npy", npy("|u1", "(2,)", "\0\3"s)}};
    writeZip(m_folder / "unequal.npz", unequal);
    EXPECT_ERROR(import(m_folder / "unequal.npz"), ErrorKind::Input, "different numbers of values");
}

TEST(NpyReader, ReadsNumpysTypes) {
    EXPECT_EQ(readerOf(npy("|b1", "(1,)", "\1")).nextNumber(), 1);
    EXPECT_EQ(readerOf(npy("|i1", "(1,)", "\xFF")).nextNumber(), -1);
    EXPECT_EQ(readerOf(npy("<i2", "(1,)", "\xFE\xFF")).nextNumber(), -2);
    EXPECT_EQ(readerOf(npy("<u4", "(1,)", "\xFF\xFF\xFF\xFF")).nextNumber(), 4294967295.0);
    EXPECT_EQ(readerOf(npy("<i8", "(1,)", "\0\0\0\0\1\0\0\0"s)).nextNumber(), 4294967296.0);
    EXPECT_EQ(readerOf(npy("<f4", "(1,)", "\xCD\xCC\xCC\x3D")).nextNumber(), 0.1);
    EXPECT_EQ(readerOf(npy("<f8", "()", "\0\0\0\0\0\0\xF8\x3F"s)).nextNumber(), 1.5);
    EXPECT_EQ(readerOf(npy("<U3", "()", "c\0\0\0o\0\0\0o\0\0\0"s)).nextText(), "coo");
}

TEST(NpyReader, DescribesTheError) {
    EXPECT_ERROR(readerOf("PK"), ErrorKind::Input, "does not begin like a NumPy array");
    EXPECT_ERROR(readerOf(npy(">i4", "(1,)", "\0\0\0\1"s)), ErrorKind::Input, "NumPy's type \">i4\"");
    EXPECT_ERROR(readerOf(npy("<i4", "(-1,)", "")), ErrorKind::Input, "its header cannot be read");
    EXPECT_ERROR(readerOf(npy("<i4", "(2,)", "\1\0\0\0"s)).nextNumber(), ErrorKind::Input,
                 "ends before its last value");
    EXPECT_ERROR(readerOf(npy("<f4", "(1,)", "\xCD\xCC\xCC\x3D")).nextIndex(), ErrorKind::Input, "not a whole number");
    EXPECT_ERROR(readerOf(npy("|S3", "()", "csr")).nextNumber(), ErrorKind::Input, "strings instead of numbers");
}

}  // namespace
}  // namespace recscope
