// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/host_tensors.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <functional>
#include <numeric>

#include "core/recommender/safetensors.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

float* HostTensors::add(const std::string& name, std::vector<std::int64_t> shape) {
    const std::int64_t size = std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
    m_entries.push_back({name, std::move(shape), std::vector<float>(static_cast<std::size_t>(size), 0.0F)});
    return m_entries.back().values.data();  // a reallocation of m_entries moves the vectors, but not their values
}

std::int64_t HostTensors::count() const {
    std::int64_t sum = 0;
    for (const Entry& entry : m_entries) sum += static_cast<std::int64_t>(entry.values.size());
    return sum;
}

void HostTensors::copyTo(SafeTensors& tensors, const std::string& prefix) const {
    for (const Entry& entry : m_entries) {
        torch::Tensor copy = torch::empty(entry.shape);
        std::copy(entry.values.begin(), entry.values.end(), copy.data_ptr<float>());
        tensors.tensors[prefix + entry.name] = copy;
    }
}

void HostTensors::copyFrom(const SafeTensors& tensors, const std::string& prefix) {
    for (Entry& entry : m_entries) {
        const auto found = tensors.tensors.find(prefix + entry.name);
        if (found == tensors.tensors.end()) {
            throw Error(ErrorKind::Input, translated("The weights lack the tensor {}{}.", prefix, entry.name),
                        translated("They belong to another model or config."));
        }
        if (found->second.sizes().vec() != entry.shape) {
            throw Error(ErrorKind::Input,
                        translated("The tensor {}{} has shape {}, the model needs {}.", prefix, entry.name,
                                   found->second.sizes().vec(), entry.shape),
                        translated("The weights belong to another config or dataset."));
        }
        const torch::Tensor values = found->second.to(torch::kCPU).contiguous();
        std::copy_n(values.data_ptr<float>(), values.numel(), entry.values.begin());
    }
}

void put(const std::string& name, std::span<const float> numbers, SafeTensors& to) {
    const torch::Tensor copy = torch::empty({static_cast<std::int64_t>(numbers.size())});
    std::copy(numbers.begin(), numbers.end(), copy.data_ptr<float>());
    to.tensors[name] = copy;
}

std::optional<std::vector<float>> floatsOf(const SafeTensors& tensors, const std::string& name) {
    const auto found = tensors.tensors.find(name);
    if (found == tensors.tensors.end()) return std::nullopt;
    const torch::Tensor values = found->second.to(torch::kCPU).contiguous();
    return std::vector<float>(values.data_ptr<float>(), values.data_ptr<float>() + values.numel());
}

void putText(const std::string& name, const std::string& text, SafeTensors& to) {
    to.metadata[name] = text;
}

std::optional<std::string> textOf(const SafeTensors& tensors, const std::string& name) {
    const auto found = tensors.metadata.find(name);
    return found == tensors.metadata.end() ? std::nullopt : std::optional(found->second);
}

void putBytes(const std::string& name, std::string_view bytes, SafeTensors& to) {
    const torch::Tensor packed =
        torch::zeros({static_cast<std::int64_t>((bytes.size() + sizeof(float) - 1) / sizeof(float))});
    if (!bytes.empty()) std::memcpy(packed.data_ptr<float>(), bytes.data(), bytes.size());
    to.tensors[name] = packed;
    putText(name, std::to_string(bytes.size()), to);
}

std::optional<std::string> bytesOf(const SafeTensors& tensors, const std::string& name) {
    const auto found = tensors.tensors.find(name);
    const std::optional<std::string> size = textOf(tensors, name);
    if (found == tensors.tensors.end() || !size) return std::nullopt;
    const torch::Tensor packed = found->second.to(torch::kCPU).contiguous();
    std::string bytes(static_cast<std::size_t>(packed.numel()) * sizeof(float), '\0');
    if (!bytes.empty()) std::memcpy(bytes.data(), packed.data_ptr<float>(), bytes.size());
    std::size_t length = 0;
    const auto [end, failure] = std::from_chars(size->data(), size->data() + size->size(), length);
    if (failure != std::errc() || length > bytes.size()) return std::nullopt;
    bytes.resize(length);
    return bytes;
}

}  // namespace recscope
