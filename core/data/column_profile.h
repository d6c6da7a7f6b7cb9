// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/column_finding.h"
#include "core/data/role_weights.h"
#include "core/data/time_text.h"

namespace recscope {

/// Rows of a file, split into cells, from which the program determines what the columns hold.
struct SampleTable {
    std::vector<std::string> names;              ///< names of the columns; empty = the file does not name them
    std::vector<std::vector<std::string>> rows;  ///< cells of each row; rows may differ in length

    std::size_t columnCount() const;  ///< the number of names, or the most frequent row length
};

/// How the times of a column are written.
struct TimeGuess {
    TimeFormat format = TimeFormat::Auto;
    std::string pattern;          ///< with TimeFormat::Pattern
    double share = 0;             ///< share of the values that are times in this format, 0…1
    bool fitsBothOrders = false;  ///< the dates can be read with the day or the month first
    bool isPlausible = true;      ///< false: as times, the numbers would be far from any likely date
    bool hasClock = false;        ///< the values have a time of day, not only a date
};

/// Guesses the time format of the values; unset if (nearly) none of them are times. `isNamed`: the column's name says
/// that it holds times, so any number is accepted, and it is enough if half of the values are times. `values` should
/// not contain missing values.
std::optional<TimeGuess> guessTimeFormat(const std::vector<std::string_view>& values, bool isNamed);

inline constexpr std::size_t kEnoughRows = 50;  ///< with fewer rows, shares are not reliable

/// Statistics of the values of one column.
struct ColumnProfile {
    std::string name;  ///< empty = none
    ColumnKind kind = ColumnKind::Empty;
    std::optional<TimeGuess> time;      ///< how to read the values as times; may be set even if the kind is not Time
    std::vector<std::string> examples;  ///< the first distinct values, at most five
    std::vector<std::uint32_t> codes;   ///< one per row: equal values have equal codes; 0 = missing value
    std::size_t rows = 0, missing = 0, distinct = 0;
    double numberShare = 0, wholeShare = 0;  ///< of numbers and of whole numbers among the non-missing values
    double smallest = 0, largest = 0;        ///< among the values that are numbers
    double averageLength = 0;                ///< average length of the values in bytes
    double manyWordsShare = 0;     ///< share of the distinct values with three or more words, like many titles
    double twoWordsShare = 0;      ///< share of the distinct values with exactly two words
    double mailShare = 0;          ///< share of the distinct values that are e-mail addresses
    double commaListShare = 0;     ///< share of the distinct values with two or more commas: "malty,sweet,dark"
    std::vector<double> times;     ///< one per row: ms since 1970 or NaN; empty unless the kind is Time
    double mostFrequentShare = 0;  ///< share of the values that equal the most frequent one
    bool isDuration = false;       ///< nearly all values are durations, such as "0 days 03:53:05"
    bool isRatingLike = false;     ///< numbers on a short scale whose highest values are common

    std::size_t present() const { return rows - missing; }
    double missingShare() const;
    double distinctShare() const;  ///< distinct values per value that is not missing
    bool hasEnoughRows() const { return present() >= kEnoughRows; }
    bool differsInEachRow() const;  ///< (nearly) all values differ, as row numbers do; false with few rows
};

/// The time format that the user of the program chose; Auto if none was chosen.
struct TimeChoice {
    TimeFormat format = TimeFormat::Auto;
    std::string pattern;
};

/// Profiles all columns of the table. Only tests pass weights other than `kUsualWeights`.
std::vector<ColumnProfile> profileColumns(const SampleTable& table, const TimeChoice& choice = {},
                                          const RoleWeights& weights = kUsualWeights);

/// True if rows with equal values of `from` (nearly) always have equal values of `to`, and values of `from` repeat
/// often enough for this to be evidence.
bool determines(const ColumnProfile& from, const ColumnProfile& to);

}  // namespace recscope
