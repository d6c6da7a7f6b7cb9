// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace recscope {

/// What a column of a Parquet file holds in each row.
enum class ParquetContent {
    Value,  ///< one text, number, date or the like
    List,   ///< a list of such values
    Other,  ///< any other nested type, which cannot be read
};

struct ParquetColumn {
    std::string name;
    ParquetContent content = ParquetContent::Value;
    std::string type;  ///< as Arrow writes it: "list<element: struct<item: int64, score: float>>"
};

/// The type in which the values of a column are returned.
enum class ParquetAs {
    Text,    ///< numbers are written with the fewest digits that identify them
    Number,  ///< texts are parsed as numbers
};

/// A column to read, and the type of its values.
struct ParquetChoice {
    int column = 0;  ///< index in `columns()` of a column whose content is not Other
    ParquetAs as = ParquetAs::Text;
};

/// Texts that are stored one after the other in a single string.
class TextColumn {
public:
    void append(std::string_view text) {
        m_characters += text;
        m_ends.push_back(m_characters.size());
    }
    void reserve(std::size_t count) { m_ends.reserve(count); }
    std::size_t size() const { return m_ends.size(); }
    std::string_view operator[](std::size_t i) const {
        const std::size_t begin = i == 0 ? 0 : m_ends[i - 1];
        return std::string_view(m_characters).substr(begin, m_ends[i] - begin);
    }

private:
    std::string m_characters;
    std::vector<std::size_t> m_ends;
};

/// The values of one column in consecutive rows. For a column of lists: the elements of all lists, one list after the
/// other.
struct ParquetValues {
    TextColumn texts;  ///< if read as Text; empty for null and NaN
    /// If read as Number; unset for null, NaN and text that is not a number.
    std::vector<std::optional<double>> numbers;
    std::vector<std::size_t> ends;  ///< only for lists: for each row, the index after its last element
};

/// Consecutive rows of a file.
struct ParquetRows {
    std::size_t count = 0;
    std::vector<ParquetValues> columns;  ///< one for each choice
};

/// Reads the table of a Parquet or Arrow file in pieces, so that the memory used does not grow with the size of the
/// file.
class ParquetReader {
public:
    virtual ~ParquetReader() = default;
    ParquetReader() = default;
    ParquetReader(const ParquetReader&) = delete;
    ParquetReader& operator=(const ParquetReader&) = delete;

    virtual const std::vector<ParquetColumn>& columns() const = 0;
    virtual std::int64_t rowCount() const = 0;  ///< number of rows of the whole file; -1 = not known before it is read
    /// Starts at the first row. From then on, `next` returns only the chosen columns; the others are not decoded.
    virtual void begin(std::span<const ParquetChoice> choices) = 0;
    /// Replaces `rows` by the next rows, in file order; returns false at the end. Throws Error(Input) if the file is
    /// damaged.
    virtual bool next(ParquetRows& rows) = 0;

    /// Passes all rows to `take`. Throws Error(Input) if the file is damaged, and rethrows exceptions of `take`.
    void read(std::span<const ParquetChoice> choices, const std::function<void(const ParquetRows&)>& take) {
        begin(choices);
        for (ParquetRows rows; next(rows);) take(rows);
    }
};

/// Throws Error(Input) if the file cannot be read as Parquet, or if this build cannot read Parquet.
std::unique_ptr<ParquetReader> openParquet(const std::filesystem::path& path);

/// Like `openParquet`, for an Arrow file: the file format (Feather version 2) or the stream format, with a name that
/// ends in .arrow, .arrows, .feather or .ipc.
std::unique_ptr<ParquetReader> openArrow(const std::filesystem::path& path);

}  // namespace recscope
