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

/// Rows of a table of users, whatever its text: the fields of delimited lines, or the scalars of objects.
class UserRows {
public:
    virtual ~UserRows() = default;
    /// The next row that could be read; false at the end. Rows may have fewer fields than there are columns.
    virtual bool next() = 0;
    virtual std::span<const std::string_view> fields() const = 0;  ///< of the row; valid until the next one
    virtual const ByteSource& source() const = 0;

    std::vector<std::string> columns;  ///< names; empty = the text names none
    std::size_t columnCount = 0;
};

/// Opens it at its first row. A first line is taken for a header if it is one by type ("age:float"), or if it holds no
/// number where the lines below hold numbers, or if `isId` knows a value of the others in some column and none of its
/// own. Throws Error(Input) if the text is no table.
std::unique_ptr<UserRows> openUserRows(const SourcePart& part, const TextSample& sample,
                                       const std::function<bool(std::string_view)>& isId);

}  // namespace recscope
