// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/safetensors_index.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

static_assert(std::endian::native == std::endian::little, "safetensors bytes are little-endian");
constexpr std::size_t kLengthBytes = 8;
constexpr std::uint64_t kMaxHeader = 100'000'000;  // bytes; the reference implementation has the same limit
constexpr int kMaxDepth = 8;                       // nesting levels of the JSON header; the format needs 3
constexpr const char* kMetadataKey = "__metadata__";

[[noreturn]] void fail(const std::string& what) {
    throw Error(ErrorKind::Input, translated("The weights cannot be read: {}.", what),
                translated("The file may be damaged, or it is not a .safetensors file."));
}

/// The number of bytes per element of a type; 0 = unknown type.
std::uint64_t sizeOf(const std::string& dtype) {
    static const std::map<std::string, std::uint64_t> sizes = {
        {"BOOL", 1}, {"U8", 1},  {"I8", 1},  {"I16", 2}, {"U16", 2}, {"F16", 2}, {"BF16", 2},
        {"I32", 4},  {"U32", 4}, {"F32", 4}, {"F64", 8}, {"I64", 8}, {"U64", 8}};
    const auto found = sizes.find(dtype);
    return found == sizes.end() ? 0 : found->second;
}

TensorBytes bytesOf(const std::string& name, const nlohmann::json& entry, std::size_t dataBegin, std::size_t dataSize) {
    const std::string tensor = "tensor " + name;
    if (!entry.is_object() || !entry.contains("dtype") || !entry["dtype"].is_string())
        fail(translated("{} has no type", tensor));
    TensorBytes range;
    range.dtype = entry["dtype"].get<std::string>();
    std::uint64_t bytes = sizeOf(range.dtype);
    if (bytes == 0) fail(translated("{} has the unknown type {}", tensor, range.dtype.substr(0, 20)));
    if (!entry.contains("shape") || !entry["shape"].is_array()) fail(translated("{} has no shape", tensor));
    for (const auto& size : entry["shape"]) {
        if (!size.is_number_unsigned()) fail(translated("{} has a size that is not a whole number", tensor));
        const auto value = size.get<std::uint64_t>();
        if (value > dataSize || (value != 0 && bytes > dataSize / value))
            fail(translated("{} is larger than the file", tensor));
        bytes *= value;
        range.shape.push_back(static_cast<std::int64_t>(value));
    }
    const auto offsets = entry.contains("data_offsets") ? entry["data_offsets"] : nlohmann::json();
    if (!offsets.is_array() || offsets.size() != 2 || !offsets[0].is_number_unsigned() ||
        !offsets[1].is_number_unsigned())
        fail(translated("{} has no byte range", tensor));
    const auto begin = offsets[0].get<std::uint64_t>(), end = offsets[1].get<std::uint64_t>();
    if (begin > end || end > dataSize) fail(translated("the byte range of {} lies outside the file", tensor));
    if (end - begin != bytes) fail(translated("the byte range of {} does not fit its shape", tensor));
    range.begin = dataBegin + begin;
    range.end = dataBegin + end;
    return range;
}

void requireNoOverlap(const SafeTensorsIndex& index) {
    std::vector<std::pair<const std::string*, const TensorBytes*>> ranges;
    for (const auto& [name, range] : index.tensors) {
        if (range.begin != range.end) ranges.emplace_back(&name, &range);
    }
    std::sort(ranges.begin(), ranges.end(),
              [](const auto& a, const auto& b) { return a.second->begin < b.second->begin; });
    for (std::size_t i = 1; i < ranges.size(); ++i) {
        if (ranges[i].second->begin < ranges[i - 1].second->end)
            fail(translated("the tensors {} and {} share bytes", *ranges[i - 1].first, *ranges[i].first));
    }
}

/// The parsed header, or a discarded value if it is invalid. Nesting is limited, because a header of brackets alone
/// would exhaust the stack.
nlohmann::json parseHeader(std::string_view text) {
    const auto shallow = [](int depth, nlohmann::json::parse_event_t, nlohmann::json&) {
        if (depth > kMaxDepth) fail(translated("the header is nested too deeply"));
        return true;
    };
    return nlohmann::json::parse(text, shallow, /*allow_exceptions=*/false);
}

/// The length of the JSON header, from the file's first bytes.
std::size_t headerLength(std::string_view beginning, std::uint64_t fileSize) {
    if (beginning.size() < kLengthBytes) fail(translated("there are only {} bytes", beginning.size()));
    std::uint64_t length = 0;
    std::memcpy(&length, beginning.data(), kLengthBytes);
    if (length > kMaxHeader) fail(translated("the header claims to be longer than 100 MB"));
    if (length > fileSize - kLengthBytes) fail(translated("the header is longer than the file"));
    return length;
}

/// Parses the header. Pre: `beginning` holds the first bytes of the file, at least up to the end of the header.
SafeTensorsIndex indexOf(std::string_view beginning, std::uint64_t fileSize) {
    const std::size_t length = headerLength(beginning, fileSize);
    const nlohmann::json header = parseHeader(beginning.substr(kLengthBytes, length));
    if (!header.is_object()) fail(translated("the header is not a JSON object"));
    const std::size_t dataBegin = kLengthBytes + length;
    SafeTensorsIndex index;
    for (const auto& [name, entry] : header.items()) {
        if (name != kMetadataKey) {
            index.tensors[name] = bytesOf(name, entry, dataBegin, fileSize - dataBegin);
            continue;
        }
        if (!entry.is_object()) fail(translated("the metadata is not an object"));
        for (const auto& [key, value] : entry.items()) {
            if (!value.is_string()) fail(translated("the metadata entry {} is not text", key));
            index.metadata[key] = value.get<std::string>();
        }
    }
    requireNoOverlap(index);
    return index;
}

}  // namespace

SafeTensorsIndex readSafeTensorsIndex(std::string_view bytes) {
    return indexOf(bytes, bytes.size());
}

SafeTensorsIndex readSafeTensorsHeader(const std::filesystem::path& path) {
    const auto require = [&path](bool isRead) {
        if (!isRead)
            throw Error(ErrorKind::Input, translated("The file {} cannot be read.", path.string()),
                        translated("Check its name and permissions."));
    };
    std::error_code failed;
    require(std::filesystem::is_regular_file(path, failed));
    const std::uint64_t size = std::filesystem::file_size(path, failed);
    std::ifstream file(path, std::ios::binary);
    require(file && !failed);
    std::string beginning(std::min<std::uint64_t>(size, kLengthBytes), '\0');
    file.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
    require(bool(file));
    const std::size_t length = headerLength(beginning, size);
    beginning.resize(kLengthBytes + length);
    file.read(beginning.data() + kLengthBytes, static_cast<std::streamsize>(length));
    require(bool(file));
    return indexOf(beginning, size);
}

}  // namespace recscope
