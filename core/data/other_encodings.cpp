// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/other_encodings.h"

#include <iconv.h>
#include <uchardet/uchardet.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

struct Encoding {
    const char* name;
    const char* detected;  ///< the name that uchardet reports
    const char* iconv;     ///< the name for iconv; that of a superset (Microsoft's code page) if there is one
};
constexpr std::array kEncodings = {Encoding{"GB18030", "GB18030", "GB18030"},
                                   Encoding{"Big5", "BIG5", "BIG5-HKSCS"},
                                   Encoding{"EUC-KR", "EUC-KR", "CP949"},
                                   Encoding{"EUC-KR", "UHC", "CP949"},
                                   Encoding{"Shift_JIS", "SHIFT_JIS", "CP932"},
                                   Encoding{"EUC-JP", "EUC-JP", "EUC-JP"},
                                   Encoding{"windows-1251", "WINDOWS-1251", "CP1251"},
                                   Encoding{"KOI8-R", "KOI8-R", "KOI8-R"}};

const Encoding* encodingWithName(std::string_view name) {
    const auto found = std::find_if(kEncodings.begin(), kEncodings.end(),
                                    [&](const Encoding& encoding) { return encoding.name == name; });
    return found == kEncodings.end() ? nullptr : found;
}

/// Converts pieces of a text that may end within a character.
class Converter {
public:
    explicit Converter(const Encoding& encoding) : m_iconv(::iconv_open("UTF-8", encoding.iconv)) {
        if (m_iconv == reinterpret_cast<iconv_t>(-1))
            throw Error(ErrorKind::Input, translated("This system cannot convert the encoding {}.", encoding.name),
                        translated("Save the file as UTF-8 and import it again."));
    }
    ~Converter() { ::iconv_close(m_iconv); }
    Converter(const Converter&) = delete;
    Converter& operator=(const Converter&) = delete;

    /// Appends the converted bytes to `text` and removes them from `bytes`; an incomplete character at the end stays.
    /// Invalid bytes become U+FFFD.
    void convert(std::string& bytes, std::string& text) {
        char* from = bytes.data();
        std::size_t left = bytes.size();
        while (left > 0) {
            std::array<char, 4096> block{};
            char* to = block.data();
            std::size_t room = block.size();
            const std::size_t result = ::iconv(m_iconv, &from, &left, &to, &room);
            const int failure = result == static_cast<std::size_t>(-1) ? errno : 0;
            text.append(block.data(), block.size() - room);
            if (failure == EINVAL) break;
            if (failure == EILSEQ) {
                text += kReplacement;
                ++m_invalid;
                ++from;
                --left;
            }
        }
        bytes.erase(0, bytes.size() - left);
    }

    std::size_t invalid() const { return m_invalid; }

private:
    iconv_t m_iconv;
    std::size_t m_invalid = 0;
};

class ConvertedSource : public ByteSource {
public:
    ConvertedSource(std::unique_ptr<ByteSource> source, const Encoding& encoding)
        : m_source(std::move(source)), m_converter(encoding) {}

    std::size_t read(char* buffer, std::size_t size) override {
        while (m_given == m_text.size()) {
            m_text.clear();
            m_given = 0;
            std::array<char, 1 << 14> block{};
            const std::size_t count = m_source->read(block.data(), block.size());
            m_bytes.append(block.data(), count);
            if (count == 0) {
                if (m_bytes.empty()) return 0;
                m_bytes.clear();
                m_text += kReplacement;  // the file ends within a character
            } else {
                m_converter.convert(m_bytes, m_text);
            }
        }
        const std::size_t count = std::min(size, m_text.size() - m_given);
        std::memcpy(buffer, m_text.data() + m_given, count);
        m_given += count;
        return count;
    }

    std::int64_t consumed() const override { return m_source->consumed(); }
    std::int64_t size() const override { return m_source->size(); }

private:
    std::unique_ptr<ByteSource> m_source;
    Converter m_converter;
    std::string m_bytes, m_text;  // bytes not yet converted, text not yet returned
    std::size_t m_given = 0;      // number of bytes of m_text already returned
};

std::string detectedIn(std::string_view bytes) {
    const std::unique_ptr<std::remove_pointer_t<uchardet_t>, decltype(&uchardet_delete)> detector(uchardet_new(),
                                                                                                  &uchardet_delete);
    if (uchardet_handle_data(detector.get(), bytes.data(), bytes.size()) != 0) return {};
    uchardet_data_end(detector.get());
    return uchardet_get_charset(detector.get());
}

/// The share of the bytes above 127 that are next to another such byte. Texts in these encodings have long runs of such
/// bytes; in Western European texts, the accented letters mostly stand alone.
double shareInRuns(std::string_view bytes) {
    const auto isHigh = [&](std::size_t i) { return i < bytes.size() && static_cast<unsigned char>(bytes[i]) >= 0x80; };
    std::size_t high = 0, inRuns = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (!isHigh(i)) continue;
        ++high;
        inRuns += isHigh(i + 1) || (i > 0 && isHigh(i - 1));
    }
    return high == 0 ? 0 : static_cast<double>(inRuns) / static_cast<double>(high);
}

}  // namespace

const std::vector<std::string>& otherEncodings() {
    static const std::vector<std::string> kNames = {"GB18030", "Big5",         "EUC-KR", "Shift_JIS",
                                                    "EUC-JP",  "windows-1251", "KOI8-R"};
    return kNames;
}

bool isOtherEncoding(const std::string& name) {
    return encodingWithName(name) != nullptr;
}

std::string otherEncodingIn(std::string_view firstBytes) {
    constexpr double kInRuns = 0.5;  // in Shift_JIS, the second byte of many characters is ASCII
    if (isAscii(firstBytes) || shareInRuns(firstBytes) < kInRuns) return {};
    const std::size_t lineEnd = firstBytes.rfind('\n');
    const std::string_view lines = firstBytes.substr(0, lineEnd);
    if (isUtf8(lines)) return {};
    const std::string detected = detectedIn(lines);
    const auto found = std::find_if(kEncodings.begin(), kEncodings.end(),
                                    [&](const Encoding& encoding) { return encoding.detected == detected; });
    if (found == kEncodings.end()) return {};
    std::string bytes(lines), text;
    Converter converter(*found);
    converter.convert(bytes, text);
    return converter.invalid() == 0 && bytes.empty() ? found->name : std::string();
}

std::unique_ptr<ByteSource> utf8FromOther(std::unique_ptr<ByteSource> source, const std::string& encoding) {
    const Encoding* found = encodingWithName(encoding);
    if (found == nullptr) throw Error(ErrorKind::Usage, translated("The encoding \"{}\" is not known.", encoding), "");
    return std::make_unique<ConvertedSource>(std::move(source), *found);
}

}  // namespace recscope
