// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace recscope {

/// As the separator of items in ImportOptions: each cell is one item.
inline constexpr const char* kWholeItems = "none";

/// As the user or the order in ColumnMapping: the line number, so that each line of a file with lists is a history or
/// an order.
inline constexpr const char* kEachRow = "each-row";

/// How the cells of the item column hold several items.
struct ItemLists {
    std::string separator;                   ///< ", ", "|"; a single blank stands for a run of blanks; empty = no lists
    std::vector<std::size_t> parallel = {};  ///< other columns with a list as long as that of the items
    bool haveAmounts = false;                ///< each entry ends in an amount, which is not a part of the item

    bool empty() const { return separator.empty(); }
};

/// Divides cells into the entries of their lists: "a, b", "[1 2 3]", "{a,b}", "['a', 'b']". Quotes around an entry are
/// removed; a separator inside quotes does not divide.
class CellDivider {
public:
    explicit CellDivider(std::string separator);

    /// Empty entries are left out, unless they are to be kept: "a,,c" then has three. The entries are valid until the
    /// next call, and only while the text of the cell exists.
    std::span<const std::string_view> divide(std::string_view cell, bool keepsEmpty = false);

private:
    std::string_view takeQuoted(std::string_view& left);

    std::string m_separator;  // without blanks around it, unless it is a blank
    std::vector<std::string_view> m_entries;
    std::deque<std::string> m_texts;  // of entries with escaped characters
};

/// The entry without an amount at its end: "Beer" for "Beer (x4)", "Beer x4", "Beer*4", "Beer:4" and "Beer:4.90".
std::string_view withoutAmount(std::string_view entry);

/// True if nearly all entries of the lists in the cells end in an amount.
bool haveAmounts(std::span<const std::string_view> cells, const std::string& separator);

/// True for a cell that is enclosed in one pair of brackets: "[1, 2]", "{a,b}", "('a', 'b')".
bool isInBrackets(std::string_view cell);

/// Whether a column holds lists of items. `Perhaps`: it may just as well hold items with a separator in their names.
enum class Lists { No, Perhaps, Yes };

struct ListEvidence {
    Lists lists = Lists::No;
    std::string separator;
    bool haveAmounts = false;  ///< see ItemLists
};

/// Judges whether the cells of a column hold lists. The column's `name` may be empty. Lists have entries that occur in
/// other lists too, and not always in the same place, in contrast to "Godfather, The", "Home|Garden|Chairs" and "12
/// Main Street, Leeds".
ListEvidence listsIn(std::span<const std::string_view> cells, std::string_view name);

/// True if a list of this name may hold the items of a user, although no word in it means an item: "history", "clicks".
bool namesHistory(std::string_view name);

/// For display: ", " or tab in quotes.
std::string separatorText(const std::string& separator);

}  // namespace recscope
