// SPDX-License-Identifier: GPL-3.0-or-later
// Only for source files that include Arrow; the headers of this project do not include it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "core/parquet/parquet_reader.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace arrow {
class Array;
class DataType;
}  // namespace arrow

namespace recscope {

inline constexpr std::int64_t kRowsAtOnce = 1 << 14;  ///< largest number of rows that are decoded at once

/// The value in an arrow::Result. Throws std::runtime_error if it holds an error.
template <typename Result>
auto valueOf(Result result) {
    if (!result.ok()) throw std::runtime_error(result.status().message());
    return std::move(result).ValueUnsafe();
}

/// The first line of Arrow's message, to be put into a sentence.
std::string_view reasonIn(std::string_view message);

/// Runs `work`, which calls Arrow. Every exception becomes an Error(Input), because Arrow throws exceptions of several
/// classes if a file is damaged. `format` is the name of the file format for the message: "Parquet".
template <typename Work>
auto callArrow(const std::filesystem::path& path, const char* format, const Work& work) {
    try {
        return work();
    } catch (const std::exception& exception) {
        throw Error(
            ErrorKind::Input,
            translated("{} could not be read as {}: {}.", path.filename().string(), format, reasonIn(exception.what())),
            translated("If the file is incomplete or damaged, write or copy it again."));
    }
}

ParquetContent contentOf(const arrow::DataType& type);

/// The values of a column. As text, times are written like "2017-12-17 20:15:00.250", with a "Z" at the end if their
/// type has a time zone: Arrow stores such times in UTC. Dates are "2017-12-17".
ParquetValues valuesOf(const arrow::Array& array, ParquetAs as);

}  // namespace recscope
