// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace recscope {

/// What a column of a Parquet file has in each row.
enum class ParquetContent {
    Value,  ///< one text, number, date or the like
    List,   ///< a list of such values
    Other,  ///< something nested, which is not read
};

struct ParquetColumn {
    std::string name;
    ParquetContent content = ParquetContent::Value;
    std::string type;  ///< as Arrow writes it: "list<element: struct<item: int64, score: float>>"
};

/// How the values of a column are wanted.
enum class ParquetAs {
    Text,    ///< a number is written in as few digits as identify it
    Number,  ///< a text is parsed
};

struct ParquetChoice {
    int column = 0;  ///< an index in `columns()`, of a column whose content is not Other
    ParquetAs as = ParquetAs::Text;
};

/// The values of one column in consecutive rows: those of a list after those of the list before it.
struct ParquetValues {
    std::vector<std::string> texts;              ///< as Text; empty for null
    std::vector<std::optional<double>> numbers;  ///< as Number; none for null, NaN and a text that is no number
    std::vector<std::size_t> ends;               ///< of lists: where the list of each row ends
};

/// Consecutive rows of a file.
struct ParquetRows {
    std::size_t count = 0;
    std::vector<ParquetValues> columns;  ///< one for each choice
};

/// Reads the table of a Parquet file in pieces: the memory needed does not grow with the file.
class ParquetReader {
public:
    virtual ~ParquetReader() = default;
    ParquetReader() = default;
    ParquetReader(const ParquetReader&) = delete;
    ParquetReader& operator=(const ParquetReader&) = delete;

    virtual const std::vector<ParquetColumn>& columns() const = 0;
    /// Passes all rows to `take`, in the order of the file, with the chosen columns alone; the others are not decoded.
    /// Throws Error(Input) if the file is damaged, and what `take` throws.
    virtual void read(std::span<const ParquetChoice> choices, const std::function<void(const ParquetRows&)>& take) = 0;
};

/// Throws Error(Input) if the file cannot be read as Parquet, or if this build reads none.
std::unique_ptr<ParquetReader> openParquet(const std::filesystem::path& path);

}  // namespace recscope
