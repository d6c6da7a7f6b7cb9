// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace recscope {

inline constexpr const char* kParquetSuffix = ".parquet";

/// Whether this build reads and writes Parquet: it does if it was built with Apache Arrow.
bool hasParquet();

/// Whether the file is Parquet, by the end of its name or by its first bytes.
bool isParquet(const std::filesystem::path& path);

/// Throws Error(Input) that says that this build reads no Parquet, and the line of Python that makes a text of the
/// file.
[[noreturn]] void refuseToReadParquet(const std::filesystem::path& path);

/// Throws Error(Usage) that says that this build writes no Parquet, and the line of Python that makes it of lists in
/// CSV.
[[noreturn]] void refuseToWriteParquet(const std::filesystem::path& path);

}  // namespace recscope
