// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/id_table.h"
#include "core/sequence/user_attribute.h"

namespace recscope {

/// A column with one value for each user or each item while it is being read: its distinct texts, and which of them
/// each user or item has.
struct AttributeColumn {
    std::string name;
    IdTable texts;                     // UTF-8
    std::vector<std::int32_t> values;  ///< by user or item: index in `texts`; UserAttribute::kUnknown = none
    std::size_t read = 0, bytes = 0;   ///< number of values added, and their total size
    bool isProse = false;              ///< the values are too long for an attribute; `add` ignores further values

    /// Adds the value of a user or item unless the text is missing or the user or item has a value already. `isLatin1`:
    /// the text is in Windows-1252, not UTF-8.
    void add(std::size_t index, std::string_view text, bool isLatin1);
};

/// The columns of the interaction file that describe the items; their values are indexed by item.
struct ItemColumns {
    std::optional<AttributeColumn> title, category;
    std::vector<AttributeColumn> attributes;

    bool empty() const { return !title && !category && attributes.empty(); }
    /// Gives the items new numbers. `numbers`: for each old number, the new one; -1 = the item was left out.
    void renumber(std::span<const std::int32_t> numbers);
};

struct AttributesFound {
    std::vector<UserAttribute> attributes;  ///< in the order of the columns
    std::vector<std::string> leftOut;       ///< columns not used: free text, or nearly unique to each user or item
};

/// Turns columns into attributes. A column of numbers becomes AttributeKind::Number, unless it has few different whole
/// numbers or its name says that it holds codes, such as zip codes. `described`: number of users or items with a row.
AttributesFound attributesOf(std::vector<AttributeColumn> columns, std::size_t described);

/// `attributes`, followed by those of `others` whose names do not occur in `attributes`.
std::vector<UserAttribute> withOthers(std::vector<UserAttribute> attributes, std::vector<UserAttribute> others);

}  // namespace recscope
