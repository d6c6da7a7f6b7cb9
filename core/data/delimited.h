// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/record_grammar.h"

namespace recscope {

/// The fields of one record. The views point into the record or into this object, until the next `split`.
///
/// Where quotes enclose fields, a quote closes one only in front of a delimiter or the end; any other inside is a
/// letter
/// ("he said "no" to me"), and two are one.
class FieldSplitter {
public:
    /// With the quotes a file with this delimiter usually has: see RecordGrammar.
    explicit FieldSplitter(std::string delimiter);
    explicit FieldSplitter(RecordGrammar grammar);

    /// False if a quote is not closed: see RecordReader. Then `fields` are those before it.
    bool split(std::string_view record);
    std::span<const std::string_view> fields() const { return m_fields; }
    Quotes quotes() const { return m_grammar.quotes; }
    bool hasStrayQuote() const { return m_hasStrayQuote; }  ///< a quote taken for a letter inside an enclosed field

private:
    void splitPlain(std::string_view record);
    bool splitQuoted(std::string_view record);

    RecordGrammar m_grammar;
    std::vector<std::string_view> m_fields;
    std::string m_unquoted;  // text of the quoted fields
    bool m_hasStrayQuote = false;
};

/// The end of an enclosed field: where the quote that closes it stands; npos if none does. `begin` is behind the quote
/// that opened it. Stray quotes on the way are told.
std::size_t closingQuote(std::string_view text, std::size_t begin, char delimiter, bool& hasStray);

/// The delimiter that gives nearly all lines (or else half of them) the same number of fields, the more fields the
/// better; empty if none gives two.
std::string detectDelimiter(std::span<const std::string_view> lines);

/// "tab", "comma", "\"::\"": for the person.
std::string delimiterName(const std::string& delimiter);

/// A whole file as the fields of its records; damaged ones are left out.
std::vector<std::vector<std::string>> splitRecords(std::string text, const std::string& delimiter);

/// The lines of a text, without their ends.
std::vector<std::string_view> linesOf(std::string_view text, std::size_t limit);

}  // namespace recscope
