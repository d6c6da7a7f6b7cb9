// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/column_finding.h"
#include "core/data/time_text.h"

namespace recscope {

/// Rows of a file as cells, for determining what its columns hold.
struct SampleTable {
    std::vector<std::string> names;              ///< of the columns; empty = the file has none
    std::vector<std::vector<std::string>> rows;  ///< they may differ in length

    std::size_t columnCount() const;  ///< the number of names, or the most frequent row length
};

/// How the times of a column are written.
struct TimeGuess {
    TimeFormat format = TimeFormat::Auto;
    std::string pattern;          ///< with TimeFormat::Pattern
    double share = 0;             ///< of the values that are times of this format
    bool fitsBothOrders = false;  ///< day and month could be swapped
    bool isPlausible = true;      ///< false: numbers far from any date that data could have
    bool hasClock = false;        ///< times of day too, not only dates
};

/// The format in which the values are written as times; nothing if (nearly) none are times. `isNamed`: the column's
/// name says that it holds times, so any number is accepted and half of the values suffice. Missing values should not
/// be among them.
std::optional<TimeGuess> guessTimeFormat(const std::vector<std::string_view>& values, bool isNamed);

/// What the values of one column are like.
struct ColumnProfile {
    std::string name;  ///< empty = none
    ColumnKind kind = ColumnKind::Empty;
    std::optional<TimeGuess> time;  ///< may be set whatever the kind
    std::vector<std::string> examples;
    std::vector<std::uint32_t> codes;  ///< of each row: equal values have equal numbers; 0 = missing
    std::size_t rows = 0, missing = 0, distinct = 0;
    double numberShare = 0, wholeShare = 0;  ///< of the values that are not missing
    double smallest = 0, largest = 0;        ///< of the numbers
    double averageLength = 0;
    double manyWordsShare = 0;     ///< of the distinct values: three words or more, as titles often have
    double twoWordsShare = 0;      ///< of the distinct values: exactly two words
    double mailShare = 0;          ///< of the distinct values: mail addresses
    std::vector<double> times;     ///< of each row, ms since 1970 or NaN, if the kind is Time; else empty
    double mostFrequentShare = 0;  ///< of the most frequent value
    bool isRatingLike = false;

    std::size_t present() const { return rows - missing; }
    double missingShare() const;
    double distinctShare() const;  ///< different values per row that is not missing
};

/// The time format, if the person chose one.
struct TimeChoice {
    TimeFormat format = TimeFormat::Auto;
    std::string pattern;
};

std::vector<ColumnProfile> profileColumns(const SampleTable& table, const TimeChoice& choice = {});

/// True if rows with equal values of `from` (nearly) always have equal values of `to`, and `from` repeats often enough
/// to tell.
bool determines(const ColumnProfile& from, const ColumnProfile& to);

}  // namespace recscope
