// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace recscope {

struct SafeTensors;

/// Named float32 tensors in host memory, for models that do not use LibTorch. Adding a tensor does not move the values
/// of the other tensors.
class HostTensors {
public:
    struct Entry {
        std::string name;
        std::vector<std::int64_t> shape;
        std::vector<float> values;
    };

    /// Adds a tensor of zeros and returns its values, in row-major order.
    float* add(const std::string& name, std::vector<std::int64_t> shape);

    const std::vector<Entry>& entries() const { return m_entries; }
    std::vector<Entry>& entries() { return m_entries; }
    std::int64_t count() const;  ///< total number of elements

    /// Copies all tensors and prepends `prefix` to their names.
    void copyTo(SafeTensors& tensors, const std::string& prefix = {}) const;
    /// Throws Error(Input) naming the first tensor that is missing or has another shape.
    void copyFrom(const SafeTensors& tensors, const std::string& prefix = {});

private:
    std::vector<Entry> m_entries;
};

/// Adds a tensor with one dimension.
void put(const std::string& name, std::span<const float> numbers, SafeTensors& to);
/// The elements of a tensor in row-major order; nothing if there is no tensor of that name.
std::optional<std::vector<float>> floatsOf(const SafeTensors& tensors, const std::string& name);

/// Stores a text in the metadata.
void putText(const std::string& name, const std::string& text, SafeTensors& to);
/// The text that `putText` stored; nothing if there is no text of that name.
std::optional<std::string> textOf(const SafeTensors& tensors, const std::string& name);
/// Stores the content of a file as a float32 tensor, four bytes per element; the metadata states the number of bytes.
void putBytes(const std::string& name, std::string_view bytes, SafeTensors& to);
/// The content that `putBytes` stored; nothing if there is no content of that name.
std::optional<std::string> bytesOf(const SafeTensors& tensors, const std::string& name);

}  // namespace recscope
