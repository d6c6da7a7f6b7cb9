// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/byte_source.h"

#include <gtest/gtest.h>

#include "core/util/error.h"
#include "tests/core/support/temporary_folder.h"

namespace recscope {
namespace {

constexpr std::size_t kAll = std::size_t{1} << 30;

std::string manyBytes() {
    std::string bytes;
    for (int i = 0; i < 2'000'000; ++i) bytes += std::to_string(i);
    return bytes;
}

/// Fails after the first block.
class BrokenSource : public ByteSource {
public:
    std::size_t read(char* buffer, std::size_t) override {
        if (m_reads++ > 0) throw Error(ErrorKind::Input, "The cable was pulled.", "Plug it in.");
        buffer[0] = 'x';
        return 1;
    }
    std::int64_t consumed() const override { return m_reads; }
    std::int64_t size() const override { return 2; }

private:
    int m_reads = 0;
};

TEST(ByteSource, AFileGivesItsBytesAndItsSize) {
    const TemporaryFolder folder;
    const std::string bytes = manyBytes();
    const auto source = openFile(folder.write("f", bytes));
    EXPECT_EQ(source->size(), static_cast<std::int64_t>(bytes.size()));
    EXPECT_EQ(readUpTo(*source, kAll), bytes);
    EXPECT_EQ(source->consumed(), source->size());
}

TEST(ByteSource, ReadingAheadGivesTheSameBytes) {
    const std::string bytes = manyBytes();
    const auto source = readAhead(sourceOf(bytes));
    EXPECT_EQ(readUpTo(*source, kAll), bytes);
    EXPECT_EQ(source->consumed(), static_cast<std::int64_t>(bytes.size()));
}

TEST(ByteSource, ReadingAheadCanBeAbandoned) {
    const auto source = readAhead(sourceOf(manyBytes()));
    EXPECT_EQ(readUpTo(*source, 10), "0123456789");
}

TEST(ByteSource, AnErrorWhileReadingAheadIsThrownAfterTheBytesBeforeIt) {
    const auto source = readAhead(std::make_unique<BrokenSource>());
    char byte = 0;
    EXPECT_EQ(source->read(&byte, 1), 1u);
    EXPECT_EQ(byte, 'x');
    EXPECT_ERROR(source->read(&byte, 1), ErrorKind::Input, "cable");
}

}  // namespace
}  // namespace recscope
