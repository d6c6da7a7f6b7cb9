// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/other_encodings.h"

#include <gtest/gtest.h>

namespace recscope {
namespace {

/// Returns one byte per call, so that every character of several bytes is split.
class Trickle : public ByteSource {
public:
    explicit Trickle(std::string bytes) : m_bytes(std::move(bytes)) {}
    std::size_t read(char* buffer, std::size_t /*size*/) override {
        if (m_at == m_bytes.size()) return 0;
        *buffer = m_bytes[m_at++];
        return 1;
    }
    std::int64_t consumed() const override { return static_cast<std::int64_t>(m_at); }
    std::int64_t size() const override { return std::ssize(m_bytes); }

private:
    std::string m_bytes;
    std::size_t m_at = 0;
};

std::string converted(const std::string& bytes, const std::string& encoding) {
    return readUpTo(*utf8FromOther(std::make_unique<Trickle>(bytes), encoding), 1 << 16);
}

TEST(OtherEncodings, AreConvertedWhereverABlockEnds) {
    EXPECT_EQ(converted("\x89\x66\x89\xE6,1\n", "Shift_JIS"), "映画,1\n");
    EXPECT_EQ(converted("\xBF\xB5\xC8\xAD,1\n", "EUC-KR"), "영화,1\n");
    EXPECT_EQ(converted("\xB5\xE7\xD3\xB0,1\n", "GB18030"), "电影,1\n");
    EXPECT_EQ(converted("\xB9\x71\xBC\x76,1\n", "Big5"), "電影,1\n");
    EXPECT_EQ(converted("\xF4\xE8\xEB\xFC\xEC", "windows-1251"), "фильм");
}

TEST(OtherEncodings, InvalidBytesBecomeReplacementCharacters) {
    EXPECT_EQ(converted("a\xFF"
                        "b",
                        "EUC-KR"),
              "a\xEF\xBF\xBD"
              "b");
    EXPECT_EQ(converted("a\xBF", "EUC-KR"), "a\xEF\xBF\xBD") << "the file ends within a character";
}

TEST(OtherEncodings, Utf8AndLatin1AreNotTakenForOtherEncodings) {
    std::string french, utf8, korean;
    for (int i = 0; i < 200; ++i) {
        french += "u" + std::to_string(i) + ",d\xE9j\xE0 vu,\xE9t\xE9,for\xEAt,gar\xE7on,no\xEBl\n";
        utf8 += "u" + std::to_string(i) + ",영화,映画,电影\n";
        korean += "u" + std::to_string(i) + ",\xBF\xB5\xC8\xAD\xC7\xCF\xB3\xAA,\xC0\xBD\xBE\xC7\xB5\xD1\n";
    }
    EXPECT_EQ(otherEncodingIn(french), "");
    EXPECT_EQ(otherEncodingIn(utf8), "");
    EXPECT_EQ(otherEncodingIn("user,item\n1,2\n"), "");
    EXPECT_EQ(otherEncodingIn(korean), "EUC-KR");
    EXPECT_EQ(otherEncodingIn(korean + "u,\xFF\xFF\n"), "") << "bytes that cannot be converted";
}

}  // namespace
}  // namespace recscope
