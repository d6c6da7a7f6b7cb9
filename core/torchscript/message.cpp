// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torchscript/message.h"

#include <algorithm>
#include <cstring>

namespace recscope {

namespace {

template <class Number>
void append(std::string& bytes, const Number* numbers, std::size_t count) {
    bytes.append(reinterpret_cast<const char*>(numbers), count * sizeof(Number));
}

template <class Number>
void append(std::string& bytes, Number number) {
    append(bytes, &number, 1);
}

/// Reads numbers from the front of a message; a read beyond its end returns no numbers. `isComplete`: every read
/// succeeded, and the whole message has been read.
class Reader {
public:
    explicit Reader(std::string_view bytes) : m_bytes(bytes) {}

    std::int64_t number() {
        const std::vector<std::int64_t> result = numbers<std::int64_t>(1);
        return result.empty() ? 0 : result.front();
    }
    template <class Number>
    std::vector<Number> numbers(std::int64_t count) {
        if (count < 0 || static_cast<std::uint64_t>(count) > m_bytes.size() / sizeof(Number)) {
            m_isComplete = false;
            return {};
        }
        std::vector<Number> result(static_cast<std::size_t>(count));
        const std::size_t size = result.size() * sizeof(Number);
        if (size > 0) std::memcpy(result.data(), m_bytes.data(), size);
        m_bytes.remove_prefix(size);
        return result;
    }
    bool isComplete() const { return m_isComplete && m_bytes.empty(); }

private:
    std::string_view m_bytes;
    bool m_isComplete = true;
};

}  // namespace

std::string encode(const ModelInput& input) {
    std::string bytes;
    for (const std::int64_t number :
         {input.rows, input.length, input.maxNumbers, static_cast<std::int64_t>(input.users.size())})
        append(bytes, number);
    append(bytes, input.items.data(), input.items.size());
    append(bytes, input.users.data(), input.users.size());
    return bytes;
}

std::optional<ModelInput> decodeInput(std::string_view bytes) {
    constexpr std::int64_t kMax = std::int64_t{1} << 31;  // keeps rows * length from overflowing
    Reader reader(bytes);
    ModelInput input;
    input.rows = reader.number();
    input.length = reader.number();
    input.maxNumbers = reader.number();
    const std::int64_t users = reader.number();
    if (input.rows < 0 || input.length < 0 || input.rows > kMax || input.length > kMax) return std::nullopt;
    input.items = reader.numbers<std::int64_t>(input.rows * input.length);
    input.users = reader.numbers<std::int64_t>(users);
    return reader.isComplete() ? std::optional(std::move(input)) : std::nullopt;
}

std::string encode(const ModelOutput& output) {
    std::string bytes;
    append(bytes, static_cast<std::int64_t>(output.shape.size()));
    append(bytes, output.shape.data(), output.shape.size());
    append(bytes, static_cast<std::int64_t>(output.values.size()));
    append(bytes, output.values.data(), output.values.size());
    return bytes;
}

std::optional<ModelOutput> decodeOutput(std::string_view bytes) {
    Reader reader(bytes);
    ModelOutput output;
    output.shape = reader.numbers<std::int64_t>(reader.number());
    output.values = reader.numbers<float>(reader.number());
    return reader.isComplete() ? std::optional(std::move(output)) : std::nullopt;
}

std::string frame(MessageKind kind, std::string_view content) {
    std::string bytes;
    bytes.reserve(kHeaderBytes + content.size());
    append(bytes, static_cast<std::uint32_t>(kind));
    append(bytes, static_cast<std::uint64_t>(content.size()));
    bytes.append(content);
    return bytes;
}

MessageHeader headerOf(std::string_view bytes) {
    std::uint32_t kind = 0;
    MessageHeader header;
    std::memcpy(&kind, bytes.data(), sizeof kind);
    std::memcpy(&header.length, bytes.data() + sizeof kind, sizeof header.length);
    header.kind = static_cast<MessageKind>(kind);
    return header;
}

}  // namespace recscope
