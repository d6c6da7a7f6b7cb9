// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace recscope {

inline constexpr const char* kParquetSuffix = ".parquet";

/// Whether this build reads and writes Parquet: it does if it was built with Apache Arrow.
bool hasParquet();

/// Whether the file is Parquet, by the end of its name or by its first bytes.
bool isParquet(const std::filesystem::path& path);

/// The format of a table that another program wrote, recognised by the first bytes of the file. ArrowFile is Arrow's
/// file format, which is also Feather version 2. ArrowStream requires in addition a name that ends in .arrow, .arrows,
/// .feather or .ipc. `tableFormatOf` throws Error(Input) if the file cannot be opened.
enum class TableFormat { None, Parquet, ArrowFile, ArrowStream };
TableFormat tableFormatOf(const std::filesystem::path& path);

/// Throws Error(Input), because this build cannot read such a table. The hint is a shell command that converts the file
/// to CSV with pandas.
[[noreturn]] void refuseToReadTable(const std::filesystem::path& path, TableFormat format);

/// Throws Error(Input), because this build cannot read Parquet. The hint is a shell command that converts the file to
/// JSON lines with pandas.
[[noreturn]] void refuseToReadParquet(const std::filesystem::path& path);

/// Throws Error(Usage), because this build cannot write Parquet. The hint is a shell command that converts
/// recommendation lists from CSV to Parquet with pandas.
[[noreturn]] void refuseToWriteParquet(const std::filesystem::path& path);

}  // namespace recscope
