// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>

#include "core/util/byte_source.h"

namespace recscope {

/// Opens the text in a gzip file, which may have several members. Unlike libarchive, this verifies the checksum after
/// each member. Throws Error(Input) for a damaged or truncated file, also from read().
std::unique_ptr<ByteSource> openGzip(const std::filesystem::path& path);

}  // namespace recscope
