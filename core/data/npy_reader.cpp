// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/npy_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>
#include <utility>

#include "core/data/python_literal.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using namespace std::string_view_literals;

static_assert(std::endian::native == std::endian::little, "values are copied as they are in the file");

constexpr std::string_view kMagic = "\x93NUMPY"sv;
constexpr std::size_t kMaxHeaderBytes = std::size_t{1} << 16;
// Bytes of one value; the only texts that are read are names of sparse formats, of three letters.
constexpr std::size_t kMaxTextBytes = 1024;
constexpr std::size_t kValuesAtOnce = std::size_t{1} << 14;

std::size_t littleEndian(std::string_view bytes) {
    std::size_t number = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        number |= static_cast<std::size_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
    return number;
}

template <class Number>
double numberAt(const char* bytes) {
    Number number;
    std::memcpy(&number, bytes, sizeof number);
    return static_cast<double>(number);
}

/// The number that the digits of the float spell: 0.1 instead of 0.10000000149.
double asWritten(float number) {
    if (!std::isfinite(number) || number == std::floor(number)) return static_cast<double>(number);
    return parseNumber(fmt::format("{}", number)).value_or(static_cast<double>(number));
}

}  // namespace

NpyReader::NpyReader(std::unique_ptr<ByteSource> source, const std::filesystem::path& path, std::string name)
    : m_source(std::move(source)), m_path(path), m_name(std::move(name)) {
    readHeader();
}

void NpyReader::failDamaged(const std::string& what) const {
    throw Error(ErrorKind::Input, translated("The array {} in {} is damaged: {}.", m_name, m_path.string(), what),
                translated("Save the matrix again. Nothing was imported."));
}

void NpyReader::readHeader() {
    const std::string first = readUpTo(*m_source, kMagic.size() + 2);
    if (!first.starts_with(kMagic) || first.size() < kMagic.size() + 2)
        failDamaged(translated("it does not begin like a NumPy array"));
    // NEP 1: version 1 states the length of the header in two bytes, later versions in four.
    const std::size_t lengthBytes = first[kMagic.size()] == 1 ? 2 : 4;
    const std::string length = readUpTo(*m_source, lengthBytes);
    const std::size_t bytes = littleEndian(length);
    if (length.size() < lengthBytes || bytes > kMaxHeaderBytes) failDamaged(translated("its header cannot be read"));
    const std::string header = readUpTo(*m_source, bytes);
    PythonValue value;
    if (header.size() < bytes || parsePythonLiteral(trimmed(header), value))
        failDamaged(translated("its header cannot be read"));
    const PythonValue *descr = value.find("descr"), *shape = value.find("shape");
    if (!descr || !shape || shape->kind != PythonValue::Kind::List)
        failDamaged(translated("its header cannot be read"));
    readType(descr->text);
    m_count = 1;
    for (const PythonValue& length : shape->values) {
        const double size = parseNumber(length.text).value_or(-1);
        constexpr double kMaxValues = 1e12;
        if (size < 0 || static_cast<double>(m_count) * size > kMaxValues)
            failDamaged(translated("its header cannot be read"));
        m_count *= static_cast<std::int64_t>(size);
    }
}

void NpyReader::readType(const std::string& descr) {
    const auto fail = [&] {
        throw Error(ErrorKind::Input,
                    translated("The array {} in {} holds values of NumPy's type \"{}\", which RecScope does not read.",
                               m_name, m_path.string(), descr),
                    translated("Save the matrix with whole numbers or floating-point numbers of 4 or 8 bytes."));
    };
    const auto width = descr.size() < 3 ? std::nullopt : parseNumber(std::string_view(descr).substr(2));
    if (!width || *width < 1 || *width > static_cast<double>(kMaxTextBytes) || descr[0] == '>') fail();
    m_kind = descr[1];
    m_width = static_cast<std::size_t>(*width);
    const bool isWhole = m_kind == 'i' || m_kind == 'u';
    const bool isKnown = (m_kind == 'b' && m_width == 1) || (isWhole && std::has_single_bit(m_width) && m_width <= 8) ||
                         (m_kind == 'f' && (m_width == 4 || m_width == 8)) || m_kind == 'S' || m_kind == 'U';
    if (!isKnown) fail();
    if (m_kind == 'U') m_width *= 4;  // UTF-32
}

const char* NpyReader::nextBytes() {
    if (m_at == m_block.size()) {
        const auto values = std::min(static_cast<std::int64_t>(kValuesAtOnce), m_count - m_given);
        m_block.resize(static_cast<std::size_t>(values) * m_width);
        m_at = 0;
        for (std::size_t filled = 0; filled < m_block.size();) {
            const std::size_t read = m_source->read(m_block.data() + filled, m_block.size() - filled);
            if (read == 0) failDamaged(translated("it ends before its last value"));
            filled += read;
        }
    }
    const char* bytes = m_block.data() + m_at;
    m_at += m_width;
    ++m_given;
    return bytes;
}

double NpyReader::nextNumber() {
    const char* bytes = nextBytes();
    switch (m_kind) {
        case 'b':
            return *bytes == 0 ? 0 : 1;
        case 'i':
            return m_width == 1   ? numberAt<std::int8_t>(bytes)
                   : m_width == 2 ? numberAt<std::int16_t>(bytes)
                   : m_width == 4 ? numberAt<std::int32_t>(bytes)
                                  : numberAt<std::int64_t>(bytes);
        case 'u':
            return m_width == 1   ? numberAt<std::uint8_t>(bytes)
                   : m_width == 2 ? numberAt<std::uint16_t>(bytes)
                   : m_width == 4 ? numberAt<std::uint32_t>(bytes)
                                  : numberAt<std::uint64_t>(bytes);
        case 'f':
            return m_width == 4 ? asWritten(static_cast<float>(numberAt<float>(bytes))) : numberAt<double>(bytes);
        default:
            failDamaged(translated("it holds strings instead of numbers"));
    }
}

std::int64_t NpyReader::nextIndex() {
    constexpr double kLargestExact = 9007199254740992;  // 2^53
    const double number = nextNumber();
    if (!(number >= 0 && number <= kLargestExact && number == std::floor(number)))
        failDamaged(translated("it holds an index that is not a whole number of 0 or more"));
    return static_cast<std::int64_t>(number);
}

std::string NpyReader::nextText() {
    const char* bytes = nextBytes();
    if (m_kind != 'S' && m_kind != 'U') failDamaged(translated("it holds numbers instead of strings"));
    std::string text;
    for (std::size_t i = 0; i < m_width; i += m_kind == 'U' ? 4 : 1) {
        // For UTF-32, only the lowest byte counts: the names of formats are ASCII.
        if (bytes[i] != '\0') text += bytes[i];
    }
    return text;
}

}  // namespace recscope
