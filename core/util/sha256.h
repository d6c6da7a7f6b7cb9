// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>

namespace recscope {

/// The SHA-256 of a file's bytes as 64 hexadecimal digits. Throws Error(Input), Error(Cancelled).
std::string sha256OfFile(const std::filesystem::path& path, const std::stop_token& stop = {});

/// The SHA-256 of a string as 64 hexadecimal digits.
std::string sha256Of(std::string_view text);

}  // namespace recscope
