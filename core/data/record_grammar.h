// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace recscope {

inline constexpr char kQuote = '"';

/// The meaning of a quote at the start of a field.
enum class Quotes {
    Enclose,  ///< it encloses the field, which may hold delimiters, line ends and doubled quotes (RFC 4180)
    Letters   ///< it is an ordinary character
};

/// The delimiter of columns that are aligned by runs of spaces or tabs: one run, however long, separates two fields,
/// and blanks at the ends of a line separate nothing.
inline constexpr const char* kBlanks = "blanks";

/// What all values of a column have in common. Serves to distinguish a row from a line inside a quoted field.
enum class ValueKind {
    Any,
    Word,   ///< no white space in it, at most 64 bytes
    Number  ///< a number, possibly with a decimal comma
};

/// The kind and the lengths of the values of a column.
struct FieldShape {
    ValueKind kind = ValueKind::Any;
    std::size_t shortest = 0, longest = 0;  ///< lengths in bytes of the column's values
};

/// How the records of a delimited text are written, learned from its beginning.
struct RecordGrammar {
    std::string delimiter;
    Quotes quotes = Quotes::Letters;
    std::size_t fieldCount = 0;       ///< number of fields in most records; 0 = not known
    std::vector<FieldShape> columns;  ///< shape of each field; empty = not known

    RecordGrammar() = default;
    /// The default grammar if there is no text to learn from: quotes enclose fields if the delimiter is a comma or a
    /// semicolon.
    explicit RecordGrammar(std::string delimiter);

    /// True if the fields resemble the values of the first columns. Each field must be of the kind of its column, and a
    /// number must be at least half as long as the shortest value of its column and at most twice as long as the
    /// longest. Missing values fit. At least one field with a value must be in a column that is not Any, because every
    /// string fits Any.
    bool fits(std::span<const std::string_view> fields) const;
    /// True if no column holds numbers: then a single line that fits is too little evidence of a record.
    bool isVague() const;
};

/// Learns the grammar from the first lines of a text. In a file with commas, quotes enclose fields. In any other file
/// they are ordinary characters, unless the file shows in one of three ways that they enclose fields: records have
/// the usual number of fields only if quotes enclose fields; nearly all values of a column are quoted; or quotes are
/// doubled inside quoted values.
RecordGrammar grammarOf(std::span<const std::string_view> lines, const std::string& delimiter);

/// Reads "4.5" like parseNumber, and also "4,5".
std::optional<double> numberWithAnyPoint(std::string_view text);

}  // namespace recscope
