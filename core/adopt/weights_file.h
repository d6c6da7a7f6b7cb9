// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace recscope {

/// Explains how to convert PyTorch weights to a .safetensors file: a sentence and a line of Python.
std::string pyTorchConversion();

/// Throws an Error(Input) that names the kind of the file if it is recognised as something other than a .safetensors
/// file: PyTorch (.pt, .pth), text (.csv), a NumPy array … The hint states what to do with such a file. Files that
/// begin like a .safetensors file, and files that cannot be read, are left to the function that reads them.
void requireSafeTensors(const std::filesystem::path& path);

/// The contents of a file. Throws Error(Input) if it is a folder or cannot be read.
std::string readWholeFile(const std::filesystem::path& path);

}  // namespace recscope
