// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/file_sample.h"
#include "core/data/source_part.h"
#include "core/util/byte_source.h"

namespace recscope {

/// The rows of a table about users, items or orders in any format: the fields of delimited lines, or the scalars of
/// objects.
class UserRows {
public:
    virtual ~UserRows() = default;
    /// Moves to the next readable row; returns false at the end. Rows may have fewer fields than there are columns.
    virtual bool next() = 0;
    /// Fields of the current row; valid until the next call of `next`.
    virtual std::span<const std::string_view> fields() const = 0;
    virtual const ByteSource& source() const = 0;

    std::vector<std::string> columns;  ///< names of the columns; empty = the text does not name them
    std::size_t columnCount = 0;
};

/// Opens the table at its first row. The first line is a header if it has types ("age:float"), if it has no number in a
/// column of numbers, if it has no id in a column in which `isId` accepts the values below, or, if these tests decide
/// nothing, if it looks like a header (isHeaderRow) or names the ids as `idColumn` does. Throws Error(Input) if the
/// text is not a table.
std::unique_ptr<UserRows> openUserRows(const SourcePart& part, const TextSample& sample,
                                       const std::function<bool(std::string_view)>& isId,
                                       const std::string& idColumn = {});

}  // namespace recscope
