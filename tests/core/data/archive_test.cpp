// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/archive.h"

#include <gtest/gtest.h>

#include <fstream>

#include "core/util/error.h"
#include "tests/core/support/archive_files.h"
#include "tests/core/support/temporary_folder.h"

namespace recscope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kAll = std::size_t{1} << 30;

/// Text that barely compresses, so that a truncated archive ends in the middle of it.
std::string noise(std::size_t bytes) {
    std::string text;
    std::uint32_t state = 1;
    while (text.size() < bytes) {
        state = state * 1664525 + 1013904223;
        text += static_cast<char>('!' + (state >> 24) % 90);
    }
    return text;
}

std::string unpacked(const fs::path& path, const std::string& member = {}) {
    return readUpTo(*openMember(path, member), kAll);
}

void cutTo(const fs::path& path, std::uintmax_t bytes) {
    fs::resize_file(path, bytes);
}

TEST(Archive, AGzipFileIsOneMemberWithoutAName) {
    const TemporaryFolder folder;
    const std::string text = noise(3 << 20);
    writeGzip(folder / "a.gz", text);
    EXPECT_EQ(unpacked(folder / "a.gz"), text);
    const auto members = archiveMembers(folder / "a.gz");
    ASSERT_EQ(members.size(), 1u);
    EXPECT_EQ(members[0].name, "");
    EXPECT_EQ(members[0].size, -1);
}

TEST(Archive, MembersOfZipAnd7zAreListedAndRead) {
    const TemporaryFolder folder;
    const PackedFiles files = {{"ml/README", "hello"}, {"ml/ratings.dat", "1::2::3::4\n"}, {"ml/ünï.csv", "x"}};
    writeZip(folder / "a.zip", files);
    write7z(folder / "a.7z", files);
    for (const fs::path& path : {folder / "a.zip", folder / "a.7z"}) {
        const auto members = archiveMembers(path);
        ASSERT_EQ(members.size(), 3u) << path;
        EXPECT_EQ(members[1].name, "ml/ratings.dat");
        EXPECT_EQ(members[1].size, 11);
        EXPECT_EQ(unpacked(path, "ml/ratings.dat"), "1::2::3::4\n");
        EXPECT_EQ(unpacked(path, "ml/README"), "hello");
        EXPECT_ERROR(openMember(path, "movies.dat"), ErrorKind::Input, "There is no \"movies.dat\"");
    }
}

TEST(Archive, TheCompressionIsDetectedFromTheFirstBytesNotTheName) {
    const TemporaryFolder folder;
    writeZip(folder / "a.dat", {{"x", "y"}});
    EXPECT_EQ(packingOf(folder / "a.dat"), Packing::Zip);
    EXPECT_EQ(packingOf(folder.write("b.zip", "1,2,3\n")), Packing::None);
}

TEST(Archive, ATruncatedFileIsRefused) {
    const TemporaryFolder folder;
    const std::string text = noise(1 << 20);
    writeGzip(folder / "a.gz", text);
    cutTo(folder / "a.gz", fs::file_size(folder / "a.gz") / 2);
    EXPECT_ERROR(unpacked(folder / "a.gz"), ErrorKind::Input, "is truncated");
    writeZip(folder / "a.zip", {{"x", text}});
    cutTo(folder / "a.zip", fs::file_size(folder / "a.zip") / 2);
    EXPECT_ERROR(unpacked(folder / "a.zip"), ErrorKind::Input, "archive");
    write7z(folder / "a.7z", {{"x", text}});
    cutTo(folder / "a.7z", fs::file_size(folder / "a.7z") / 2);
    EXPECT_ERROR(unpacked(folder / "a.7z"), ErrorKind::Input, "archive");
}

TEST(Archive, ADamagedMemberIsRefused) {
    const TemporaryFolder folder;
    writeZip(folder / "a.zip", {{"x", noise(1 << 20)}});
    std::fstream file(folder / "a.zip", std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(300'000);
    file << "damage damage damage";
    file.close();
    EXPECT_ERROR(unpacked(folder / "a.zip"), ErrorKind::Input, "damaged");
}

TEST(Archive, AGzipFileWithAWrongChecksumIsRefused) {
    const TemporaryFolder folder;
    writeGzip(folder / "a.gz", noise(1 << 20));
    std::fstream file(folder / "a.gz", std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(-8, std::ios::end);  // the last 8 bytes are the CRC-32 and the length (RFC 1952)
    file << "crc";
    file.close();
    EXPECT_ERROR(unpacked(folder / "a.gz"), ErrorKind::Input, "damaged");
}

TEST(Archive, AGzipFileMayHaveSeveralParts) {
    const TemporaryFolder folder;
    writeGzip(folder / "a.gz", "one\n");
    writeGzip(folder / "b.gz", "two\n");
    const std::string both = bytesOf(folder / "a.gz") + bytesOf(folder / "b.gz");
    EXPECT_EQ(unpacked(folder.write("c.gz", both)), "one\ntwo\n");
    EXPECT_EQ(unpacked(folder.write("d.gz", both + std::string(512, '\0'))), "one\ntwo\n");
}

TEST(Archive, AnArchiveWithAPasswordIsRefused) {
    const TemporaryFolder folder;
    writeZip(folder / "a.zip", {{"x", "secret"}}, "open sesame");
    EXPECT_ERROR(unpacked(folder / "a.zip", "x"), ErrorKind::Input, "protected by a password");
}

TEST(Archive, AnArchiveWithAnExcessiveUnpackedSizeIsRefused) {
    const TemporaryFolder folder;
    const std::string zeros(static_cast<std::size_t>(kRatioFreeBytes) + (4 << 20), '0');
    writeGzip(folder / "bomb.gz", zeros);
    writeZip(folder / "bomb.zip", {{"ratings.csv", zeros}});
    EXPECT_ERROR(unpacked(folder / "bomb.gz"), ErrorKind::Input, "more than 200 times its size");
    EXPECT_ERROR(unpacked(folder / "bomb.zip"), ErrorKind::Input, "more than 200 times its size");
}

TEST(Archive, TooManyMembersAreRefused) {
    const TemporaryFolder folder;
    PackedFiles files;
    for (std::size_t i = 0; i <= kMaxMembers; ++i) files.emplace_back(std::to_string(i), "");
    writeZip(folder / "many.zip", files);
    EXPECT_ERROR(archiveMembers(folder / "many.zip"), ErrorKind::Input, "more than 10,000 files");
}

TEST(Archive, ASignatureWithInvalidContentsIsRefused) {
    const TemporaryFolder folder;
    for (const char* bytes : {"PK\x03\x04stuff", "\x1F\x8Bstuff", "7z\xBC\xAF\x27\x1Cstuff"}) {
        EXPECT_ERROR(unpacked(folder.write("a.zip", bytes)), ErrorKind::Input, "archive");
    }
}

}  // namespace
}  // namespace recscope
