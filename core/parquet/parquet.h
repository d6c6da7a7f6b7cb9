// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace recscope {

inline constexpr const char* kParquetSuffix = ".parquet";

/// Whether this build reads and writes Parquet: it does if it was built with Apache Arrow.
bool hasParquet();

/// Whether the file is Parquet, by the end of its name or by its first bytes.
bool isParquet(const std::filesystem::path& path);

/// Throws Error(Input), because this build cannot read Parquet. The hint is a shell command that converts the file to
/// JSON lines with pandas.
[[noreturn]] void refuseToReadParquet(const std::filesystem::path& path);

/// Throws Error(Usage), because this build cannot write Parquet. The hint is a shell command that converts the lists
/// from CSV to Parquet with pandas.
[[noreturn]] void refuseToWriteParquet(const std::filesystem::path& path);

}  // namespace recscope
