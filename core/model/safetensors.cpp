// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/safetensors.h"

#include <bit>
#include <cstring>
#include <nlohmann/json.hpp>

#include "core/util/error.h"

namespace recscope {

namespace {

static_assert(std::endian::native == std::endian::little, "safetensors bytes are little-endian");
constexpr std::size_t kLengthBytes = 8;
constexpr std::uint64_t kMaxHeader = 100'000'000;  // the reference implementation's limit
constexpr const char* kMetadataKey = "__metadata__";

[[noreturn]] void fail(const std::string& what) {
    throw Error(ErrorKind::Input, "The weights cannot be read: " + what + ".",
                "The file or the workspace may be damaged.");
}

torch::Tensor readTensor(const std::string& name, const nlohmann::json& entry, std::string_view data) {
    if (!entry.is_object() || entry.value("dtype", "") != "F32") fail("tensor " + name + " is not float32");
    std::vector<std::int64_t> shape;
    std::uint64_t elements = 1;
    if (!entry.contains("shape") || !entry["shape"].is_array()) fail("tensor " + name + " has no shape");
    for (const auto& size : entry["shape"]) {
        if (!size.is_number_unsigned()) fail("tensor " + name + " has a size that is no whole number");
        const auto value = size.get<std::uint64_t>();
        if (value != 0 && elements > data.size() / value) fail("tensor " + name + " is larger than the file");
        elements *= value;
        shape.push_back(static_cast<std::int64_t>(value));
    }
    const auto offsets = entry.value("data_offsets", nlohmann::json::array());
    if (offsets.size() != 2 || !offsets[0].is_number_unsigned() || !offsets[1].is_number_unsigned())
        fail("tensor " + name + " has no byte range");
    const auto begin = offsets[0].get<std::uint64_t>(), end = offsets[1].get<std::uint64_t>();
    if (begin > end || end > data.size() || end - begin != elements * sizeof(float))
        fail("the byte range of tensor " + name + " does not fit its shape");
    torch::Tensor tensor = torch::empty(shape, torch::kFloat);
    if (elements != 0) std::memcpy(tensor.data_ptr<float>(), data.data() + begin, end - begin);
    return tensor;
}

}  // namespace

std::string toSafeTensors(const SafeTensors& content) {
    nlohmann::ordered_json header = nlohmann::ordered_json::object();
    if (!content.metadata.empty()) header[kMetadataKey] = content.metadata;
    std::uint64_t offset = 0;
    for (const auto& [name, tensor] : content.tensors) {
        const std::uint64_t end = offset + static_cast<std::uint64_t>(tensor.numel()) * sizeof(float);
        header[name] = {{"dtype", "F32"}, {"shape", tensor.sizes().vec()}, {"data_offsets", {offset, end}}};
        offset = end;
    }
    std::string text = header.dump();
    text.resize((text.size() + 7) / 8 * 8, ' ');  // the format allows trailing spaces; tensors start aligned
    const auto length = static_cast<std::uint64_t>(text.size());
    std::string bytes(kLengthBytes, '\0');
    std::memcpy(bytes.data(), &length, kLengthBytes);
    bytes.reserve(kLengthBytes + text.size() + offset);
    bytes += text;
    for (const auto& [name, tensor] : content.tensors) {
        const torch::Tensor plain = tensor.detach().to(torch::kCPU, torch::kFloat).contiguous();
        bytes.append(reinterpret_cast<const char*>(plain.data_ptr<float>()),
                     static_cast<std::size_t>(plain.numel()) * sizeof(float));
    }
    return bytes;
}

SafeTensors fromSafeTensors(std::string_view bytes) {
    if (bytes.size() < kLengthBytes) fail("there are only " + std::to_string(bytes.size()) + " bytes");
    std::uint64_t length = 0;
    std::memcpy(&length, bytes.data(), kLengthBytes);
    if (length > kMaxHeader || length > bytes.size() - kLengthBytes) fail("the header is longer than the file");
    const auto header = nlohmann::json::parse(bytes.substr(kLengthBytes, length), nullptr, /*allow_exceptions=*/false);
    if (!header.is_object()) fail("the header is not a JSON object");
    const std::string_view data = bytes.substr(kLengthBytes + length);
    SafeTensors content;
    for (const auto& [name, entry] : header.items()) {
        if (name != kMetadataKey) {
            content.tensors[name] = readTensor(name, entry, data);
            continue;
        }
        if (!entry.is_object()) fail("the metadata is not an object");
        for (const auto& [key, value] : entry.items()) {
            if (!value.is_string()) fail("the metadata entry " + key + " is not text");
            content.metadata[key] = value.get<std::string>();
        }
    }
    return content;
}

}  // namespace recscope
