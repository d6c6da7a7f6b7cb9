// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/text_source.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/data/array_source.h"
#include "core/data/file_kind.h"
#include "core/data/json_tables.h"
#include "core/data/other_encodings.h"
#include "core/data/text_encoding.h"

namespace recscope {

namespace {

constexpr std::size_t kExaminedBytes = 1 << 16;  // the beginning, which shows encoding, line ends and any array
// If the first entries of an object are longer, more is examined, step by step.
constexpr std::size_t kExaminedFactor = 8, kMostExaminedBytes = kExaminedBytes << 9;

/// Returns `first`, the beginning of a source that has already been read, and then the rest of the source.
class BegunSource : public ByteSource {
public:
    BegunSource(std::string first, std::unique_ptr<ByteSource> rest)
        : m_first(std::move(first)), m_rest(std::move(rest)) {}

    std::size_t read(char* buffer, std::size_t size) override {
        if (m_at == m_first.size()) return m_rest->read(buffer, size);
        const std::size_t count = std::min(size, m_first.size() - m_at);
        std::memcpy(buffer, m_first.data() + m_at, count);
        m_at += count;
        return count;
    }

    std::int64_t consumed() const override { return m_rest->consumed(); }
    std::int64_t size() const override { return m_rest->size(); }

private:
    std::string m_first;
    std::unique_ptr<ByteSource> m_rest;
    std::size_t m_at = 0;
};

/// Converts carriage returns without a line feed after them to line feeds.
class LineEndSource : public ByteSource {
public:
    explicit LineEndSource(std::unique_ptr<ByteSource> source) : m_source(std::move(source)) {}

    std::size_t read(char* buffer, std::size_t size) override {
        std::size_t count = 0;
        if (m_hasNext) {
            buffer[count++] = m_next;
            m_hasNext = false;
        }
        if (count < size) count += m_source->read(buffer + count, size - count);
        if (count > 0 && buffer[count - 1] == '\r') m_hasNext = m_source->read(&m_next, 1) == 1;
        for (std::size_t i = 0; i < count; ++i) {
            if (buffer[i] != '\r') continue;
            const bool isLast = i + 1 == count;
            const bool isPair = isLast ? m_hasNext && m_next == '\n' : buffer[i + 1] == '\n';
            if (!isPair) buffer[i] = '\n';
        }
        return count;
    }

    std::int64_t consumed() const override { return m_source->consumed(); }
    std::int64_t size() const override { return m_source->size(); }

private:
    std::unique_ptr<ByteSource> m_source;
    char m_next = 0;
    bool m_hasNext = false;
};

bool hasLoneReturns(std::string_view text) {
    std::size_t loneReturns = 0, lineFeeds = 0;
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
        loneReturns += text[i] == '\r' && text[i + 1] != '\n';
        lineFeeds += text[i] == '\n';
    }
    return 5 * loneReturns >= loneReturns + lineFeeds && loneReturns > 0;
}

}  // namespace

OpenedText openText(const SourcePart& part, const std::string& encoding) {
    OpenedText text{openPart(part), {}, Objects::Lines};
    const auto lookAt = [&](std::size_t size = kExaminedBytes) {
        std::string first = readUpTo(*text.bytes, size);
        text.bytes = std::make_unique<BegunSource>(first, std::move(text.bytes));
        return first;
    };
    std::string first = lookAt();
    const std::string chosen = encodingNamed(encoding);
    if (chosen == kUtf16Le || chosen == kUtf16Be || isOtherEncoding(chosen)) {
        text.encoding = chosen;
    } else if (chosen.empty() && binaryKindOf(first).empty()) {
        text.encoding = utf16In(first);
        if (text.encoding.empty()) text.encoding = otherEncodingIn(first);
    }
    if (!text.encoding.empty()) {
        text.bytes = isOtherEncoding(text.encoding) ? utf8FromOther(std::move(text.bytes), text.encoding)
                                                    : utf8FromUtf16(std::move(text.bytes), text.encoding == kUtf16Be);
        first = lookAt();
    }
    if (hasLoneReturns(first)) text.bytes = std::make_unique<LineEndSource>(std::move(text.bytes));
    if (beginsWithArray(first)) {
        text.objects = Objects::Array;
        text.bytes = objectsOfArray(std::move(text.bytes));
        return text;
    }
    auto dictionary = dictionaryIn(first);
    for (std::size_t size = kExaminedBytes; !dictionary && first.size() == size && size < kMostExaminedBytes;) {
        size *= kExaminedFactor;
        first = lookAt(size);
        dictionary = dictionaryIn(first);
    }
    if (dictionary.value_or(JsonTable::None) != JsonTable::None) {
        text.objects = Objects::Dictionary;
        text.bytes = rowsOfJson(std::move(text.bytes), {}, *dictionary);
    }
    return text;
}

std::function<std::unique_ptr<ByteSource>()> textOpener(const SourcePart& part, const std::string& encoding) {
    return [part, encoding] { return openText(part, encoding).bytes; };
}

}  // namespace recscope
