// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace recscope {

/// How PyTorch weights become a .safetensors file: a sentence and the line of Python.
std::string pyTorchConversion();

/// Throws Error(Input) that names what a file is which is no .safetensors file: PyTorch's (.pt, .pth), text (.csv), a
/// NumPy array … The hint says what to do with it. Files that begin as .safetensors do, and files that cannot be read,
/// are left to the reader.
void refuseOtherKinds(const std::filesystem::path& path);

/// A whole file. Throws Error(Input).
std::string readWholeFile(const std::filesystem::path& path);

}  // namespace recscope
