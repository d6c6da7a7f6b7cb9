// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/types.h>

#include <map>
#include <string>
#include <string_view>

namespace recscope {

/// Named float32 tensors with text metadata, as in the safetensors format: 8 bytes little-endian header length, a JSON
/// header with dtype, shape and byte range of each tensor, then the bytes.
struct SafeTensors {
    std::map<std::string, torch::Tensor> tensors;
    std::map<std::string, std::string> metadata;
};

/// Copies the tensors to the CPU, makes them contiguous, and writes them in name order.
std::string toSafeTensors(const SafeTensors& content);

/// Reads a file written by any program: floating-point tensors become float32, integer tensors are ignored. Throws an
/// Error(Input) that names the fault (`readSafeTensorsIndex`).
SafeTensors fromSafeTensors(std::string_view bytes);

}  // namespace recscope
