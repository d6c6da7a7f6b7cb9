// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace recscope {

/// Where one tensor lies in a safetensors file (huggingface.co/docs/safetensors: 8 bytes little-endian header length, a
/// JSON header, then the bytes).
struct TensorBytes {
    std::string dtype;                ///< "F32", "F64", "F16", "BF16", "I64", …
    std::vector<std::int64_t> shape;  ///< each >= 0
    std::size_t begin = 0, end = 0;   ///< byte offsets in the whole file
};

struct SafeTensorsIndex {
    std::map<std::string, TensorBytes> tensors;
    std::map<std::string, std::string> metadata;
};

/// Reads the header of an untrusted file: every length is checked against the available bytes, ranges must not overlap,
/// and a range must fit its shape and type. Throws an Error(Input) that names the fault.
SafeTensorsIndex readSafeTensorsIndex(std::string_view bytes);
/// Like `readSafeTensorsIndex`, but for a file on disk, of which only the header is read.
SafeTensorsIndex readSafeTensorsHeader(const std::filesystem::path& path);

}  // namespace recscope
