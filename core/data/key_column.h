// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/data/entity_names.h"
#include "core/data/user_rows.h"

namespace recscope {

/// The users or the items that a table may describe.
struct Described {
    Subject subject = Subject::Users;
    std::span<const std::string> ids;  ///< ids of the dataset, or of its first rows
    bool haveWholeNumberIds = false;   ///< "205.0" means "205"
    std::string column = {};           ///< name of their column in the interactions; empty = it has none
};

/// Finds the described users or items by their ids. The ids must outlive this object.
class KnownIds {
public:
    explicit KnownIds(const Described& described);

    std::int32_t indexOf(std::string_view id) const;  ///< -1 = unknown id
    std::size_t size() const { return m_indices.size(); }

    /// Whether all ids are whole numbers, perhaps after one or two letters that they have in common ("C017"). Other
    /// tables may use the same numbers for other things.
    bool areNumbers() const { return m_areNumbers; }
    /// Whether the id, after the common letters, is a number in the range of the known ids. The smallest and the
    /// largest tenth of the known ids do not count for this range. Pre: areNumbers().
    bool isInRange(std::string_view id) const;
    /// Number of whole numbers in that range. Pre: areNumbers().
    std::int64_t range() const { return m_high - m_low + 1; }

private:
    std::unordered_map<std::string_view, std::int32_t> m_indices;
    bool m_haveWholeNumberIds;
    std::string_view m_letters;  // the letters that all ids begin with
    bool m_areNumbers = false;
    std::int64_t m_low = 0, m_high = 0;
};

/// The column of a table that holds ids of users or items.
struct KeyColumn {
    std::size_t column = 0;
    std::string name;          ///< empty = the table has no header
    std::int64_t rows = 0;     ///< number of rows of the table
    std::int64_t matched = 0;  ///< number of distinct known ids in the column
    bool isUnique = false;     ///< (nearly) every known id occurs in only one row
    bool isUsable = false;     ///< the column holds enough of the known ids, each once
    bool isByChance = false;   ///< a column of other numbers could match as well as this one
};

/// The column whose name agrees with `described.column` if it holds about as many known ids as any other, else the one
/// that holds the most. `tick` is called with the number of each row. Reads all rows.
KeyColumn findKeyColumn(UserRows& rows, const KnownIds& known, const Described& described,
                        const std::function<void(std::int64_t row)>& tick = {});

}  // namespace recscope
