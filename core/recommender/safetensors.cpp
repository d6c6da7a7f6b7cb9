// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/safetensors.h"

#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/util/safetensors_index.h"

namespace recscope {

namespace {

constexpr std::size_t kLengthBytes = 8;
constexpr const char* kMetadataKey = "__metadata__";

/// A float32 copy; an undefined tensor for integer types, because weights are never integers.
torch::Tensor tensorAt(const TensorBytes& range, std::string_view bytes) {
    static const std::map<std::string, torch::ScalarType> types = {
        {"F32", torch::kFloat}, {"F64", torch::kDouble}, {"F16", torch::kHalf}, {"BF16", torch::kBFloat16}};
    const auto type = types.find(range.dtype);
    if (type == types.end()) return {};
    torch::Tensor tensor = torch::empty(range.shape, type->second);
    if (range.end > range.begin) std::memcpy(tensor.data_ptr(), bytes.data() + range.begin, range.end - range.begin);
    return tensor.to(torch::kFloat);
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
    text.resize((text.size() + 7) / 8 * 8, ' ');  // the format allows trailing spaces; they align the tensors
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
    SafeTensorsIndex index = readSafeTensorsIndex(bytes);
    SafeTensors content;
    content.metadata = std::move(index.metadata);
    for (const auto& [name, range] : index.tensors) {
        const torch::Tensor tensor = tensorAt(range, bytes);
        if (tensor.defined()) content.tensors[name] = tensor;
    }
    return content;
}

}  // namespace recscope
