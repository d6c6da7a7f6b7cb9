// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace recscope {

/// What a quote at the start of a field means.
enum class Quotes {
    Enclose,  ///< it encloses the field, which may hold delimiters, line ends and doubled quotes (RFC 4180)
    Letters   ///< it is a letter like any other
};

/// What the values of a column have in common: by this a row is told from a line of a text.
enum class ValueKind {
    Any,
    Word,   ///< no white space in it, at most 64 bytes
    Number  ///< also with a decimal comma
};

struct FieldShape {
    ValueKind kind = ValueKind::Any;
    std::size_t shortest = 0, longest = 0;  ///< bytes of its values
};

/// How the records of a delimited text are written, learned from its beginning.
struct RecordGrammar {
    std::string delimiter;
    Quotes quotes = Quotes::Letters;
    std::size_t fieldCount = 0;       ///< of the usual record; 0 = not known
    std::vector<FieldShape> columns;  ///< of its fields; empty = not known

    RecordGrammar() = default;
    /// Without a text to learn from: quotes enclose the fields of commas and semicolons.
    explicit RecordGrammar(std::string delimiter);

    /// True if the fields are like those of the first columns: of their kind, and numbers neither half as short nor
    /// twice as long as those there. What is missing fits, but at least one value has to be of a kind that not every
    /// text is of.
    bool fits(std::span<const std::string_view> fields) const;
    /// True if one line alone proves little: no column holds numbers.
    bool isVague() const;
};

/// From the first lines of a text. Quotes enclose the fields of a file with commas. In any other they are letters
/// unless the file shows otherwise: records get the usual number of fields only if quotes enclose, nearly all values of
/// a column stand in quotes, or quotes are doubled inside them.
RecordGrammar grammarOf(std::span<const std::string_view> lines, const std::string& delimiter);

/// "4.5" as parseNumber reads it, and "4,5".
std::optional<double> numberWithAnyPoint(std::string_view text);

}  // namespace recscope
