// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>

#include "core/util/byte_source.h"

namespace recscope {

/// The text in a gzip file, of one or several parts. Unlike libarchive it compares the checksum behind each part.
/// Throws Error(Input) for a file that is damaged or was cut off, also from read().
std::unique_ptr<ByteSource> openGzip(const std::filesystem::path& path);

}  // namespace recscope
