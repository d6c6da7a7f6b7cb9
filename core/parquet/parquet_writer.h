// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace recscope {

/// The type of a column that is written: UTF-8 text, 64-bit integer or 32-bit float.
enum class ParquetType { Text, Integer, Float };

struct ParquetField {
    std::string name;
    ParquetType type;
};

/// A value of a row. The alternatives have the order of ParquetType; the one that is held must match the column's type.
using ParquetCell = std::variant<std::string_view, std::int64_t, float>;

/// Writes a table as Parquet, a row at a time. Keeps only the rows of one row group in memory.
///
/// As with other writers, a failed write to the disk is recorded only in the state of the stream, which the caller
/// checks.
class ParquetWriter {
public:
    virtual ~ParquetWriter() = default;
    ParquetWriter() = default;
    ParquetWriter(const ParquetWriter&) = delete;
    ParquetWriter& operator=(const ParquetWriter&) = delete;

    /// Appends a row, with one value for each field. Throws Error(Input) if there is not enough memory.
    virtual void add(std::span<const ParquetCell> row) = 0;
    /// Writes the remaining rows and the footer, without which a file is not Parquet. No row can be added afterwards.
    virtual void finish() = 0;
};

/// Only in a build that writes Parquet: see `hasParquet`.
std::unique_ptr<ParquetWriter> parquetWriter(std::ostream& file, const std::vector<ParquetField>& fields);

}  // namespace recscope
