// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/text_encoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <utility>

#include "core/data/other_encodings.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr std::uint32_t kReplacement = 0xFFFD;

// The WHATWG Encoding Standard's index windows-1252, bytes 0x80 to 0x9F.
constexpr std::array<std::uint16_t, 32> kHighControls = {
    0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178};

class Utf16Source : public ByteSource {
public:
    Utf16Source(std::unique_ptr<ByteSource> source, bool isBigEndian)
        : m_source(std::move(source)), m_isBigEndian(isBigEndian), m_bytes(1 << 16, '\0') {}

    std::size_t read(char* buffer, std::size_t size) override {
        while (m_at == m_text.size()) {
            if (!convert()) return 0;
        }
        const std::size_t count = std::min(size, m_text.size() - m_at);
        std::memcpy(buffer, m_text.data() + m_at, count);
        m_at += count;
        return count;
    }

    std::int64_t consumed() const override { return m_source->consumed(); }
    std::int64_t size() const override { return m_source->size(); }

private:
    /// Converts the next block; returns false at the end.
    bool convert() {
        m_text.clear();
        m_at = 0;
        const std::size_t count = m_source->read(m_bytes.data() + m_kept, m_bytes.size() - m_kept);
        const std::size_t end = m_kept + count;
        std::size_t at = 0;
        for (; at + 1 < end; at += 2) append(unitAt(at));
        m_kept = end - at;  // number of bytes of an incomplete code unit
        if (m_kept > 0) m_bytes[0] = m_bytes[at];
        if (count > 0) return true;
        if (m_kept == 0 && m_high == 0) return false;
        m_kept = 0;
        m_high = 0;
        appendUtf8(m_text, kReplacement);
        return true;
    }

    std::uint32_t unitAt(std::size_t at) const {
        const auto first = static_cast<unsigned char>(m_bytes[at]),
                   second = static_cast<unsigned char>(m_bytes[at + 1]);
        return m_isBigEndian ? first << 8 | second : second << 8 | first;
    }

    void append(std::uint32_t unit) {
        constexpr std::uint32_t kByteOrder = 0xFEFF, kHigh = 0xD800, kLow = 0xDC00, kBehind = 0xE000;
        if (std::exchange(m_isBegun, true) == false && unit == kByteOrder) return;
        const std::uint32_t high = std::exchange(m_high, 0);
        if (high != 0 && unit >= kLow && unit < kBehind) {
            appendUtf8(m_text, 0x10000 + ((high - kHigh) << 10) + (unit - kLow));
            return;
        }
        if (high != 0) appendUtf8(m_text, kReplacement);
        if (unit >= kHigh && unit < kLow) {
            m_high = unit;
        } else if (!appendUtf8(m_text, unit)) {
            appendUtf8(m_text, kReplacement);
        }
    }

    std::unique_ptr<ByteSource> m_source;
    bool m_isBigEndian, m_isBegun = false;
    std::string m_bytes, m_text;
    std::size_t m_kept = 0;    // bytes of an incomplete code unit at the beginning of m_bytes
    std::size_t m_at = 0;      // number of bytes of m_text already returned
    std::uint32_t m_high = 0;  // high surrogate whose low one has not been read; 0 = none
};

}  // namespace

std::vector<std::string> encodingNames() {
    std::vector<std::string> names = {kUtf8, kWindows1252, kUtf16Le, kUtf16Be};
    names.insert(names.end(), otherEncodings().begin(), otherEncodings().end());
    return names;
}

std::string encodingNamed(const std::string& name) {
    static const std::map<std::string, std::string> kNames = {{"", ""},
                                                              {"utf8", kUtf8},
                                                              {"windows1252", kWindows1252},
                                                              {"cp1252", kWindows1252},
                                                              {"iso88591", kWindows1252},
                                                              {"latin1", kWindows1252},
                                                              {"utf16le", kUtf16Le},
                                                              {"utf16be", kUtf16Be},
                                                              {"gbk", "GB18030"},
                                                              {"gb2312", "GB18030"},
                                                              {"cp949", "EUC-KR"},
                                                              {"sjis", "Shift_JIS"},
                                                              {"cp932", "Shift_JIS"},
                                                              {"cp1251", "windows-1251"}};
    const auto plainText = [](const std::string& text) {
        std::string plain = folded(text);
        std::erase_if(plain, [](char c) { return c == '-' || c == '_' || c == ' '; });
        return plain;
    };
    const auto known = kNames.find(plainText(name));
    if (known != kNames.end()) return known->second;
    for (const std::string& other : otherEncodings()) {
        if (plainText(other) == plainText(name)) return other;
    }
    throw Error(ErrorKind::Usage, translated("The encoding \"{}\" is not known.", name),
                translated("Encodings: {}.", listed(encodingNames())));
}

std::string windows1252ToUtf8(std::string_view bytes) {
    std::string text;
    text.reserve(bytes.size());
    for (const char c : bytes) {
        const auto code = static_cast<unsigned char>(c);
        const bool isControl = code >= 0x80 && code < 0xA0;
        appendUtf8(text, isControl ? kHighControls[code - 0x80U] : code);
    }
    return text;
}

std::string utf16In(std::string_view bytes) {
    using namespace std::string_view_literals;
    if (bytes.starts_with("\xFF\xFE\0\0"sv)) return {};  // UTF-32
    if (bytes.starts_with("\xFF\xFE"sv)) return kUtf16Le;
    if (bytes.starts_with("\xFE\xFF"sv)) return kUtf16Be;
    const std::size_t units = bytes.size() / 2;
    std::size_t zerosFirst = 0, zerosSecond = 0, endsLe = 0, endsBe = 0;
    for (std::size_t i = 0; i < units; ++i) {
        const char first = bytes[2 * i], second = bytes[2 * i + 1];
        zerosFirst += first == 0;
        zerosSecond += second == 0;
        endsLe += second == 0 && (first == '\n' || first == '\r');
        endsBe += first == 0 && (second == '\n' || second == '\r');
    }
    // Digits, delimiters and line ends are ASCII in any language. This assumes that they are at least a third of the
    // code units.
    const auto areMany = [&](std::size_t zeros) { return 3 * zeros >= units; };
    const auto areFew = [&](std::size_t zeros) { return 10 * zeros <= units; };
    if (areMany(zerosSecond) && areFew(zerosFirst) && endsLe > 0) return kUtf16Le;
    if (areMany(zerosFirst) && areFew(zerosSecond) && endsBe > 0) return kUtf16Be;
    return {};
}

std::unique_ptr<ByteSource> utf8FromUtf16(std::unique_ptr<ByteSource> source, bool isBigEndian) {
    return std::make_unique<Utf16Source>(std::move(source), isBigEndian);
}

}  // namespace recscope
