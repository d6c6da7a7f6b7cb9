// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/record_grammar.h"

namespace recscope {

/// Splits a record into fields. The field views point into the record or into this object and are valid until the next
/// `split`.
///
/// Where quotes enclose fields, a quote closes a field only before a delimiter or the end of the record; any other
/// quote inside is a stray quote, an ordinary character ("he said "no" to me"), and a doubled quote stands for one
/// quote.
class FieldSplitter {
public:
    /// Uses the quote convention that files with this delimiter usually have: see RecordGrammar.
    explicit FieldSplitter(std::string delimiter);
    explicit FieldSplitter(RecordGrammar grammar);

    /// False if a quote is not closed (see RecordReader); `fields` then holds the fields before it.
    bool split(std::string_view record);
    std::span<const std::string_view> fields() const { return m_fields; }
    Quotes quotes() const { return m_grammar.quotes; }
    bool hasStrayQuote() const { return m_hasStrayQuote; }  ///< an enclosed field of the last record has one

private:
    void splitPlain(std::string_view record);
    void splitAtBlanks(std::string_view record);
    bool splitQuoted(std::string_view record);

    RecordGrammar m_grammar;
    std::vector<std::string_view> m_fields;
    std::string m_unquoted;  // text of the quoted fields
    bool m_hasStrayQuote = false;
};

/// The position of the quote that closes an enclosed field; npos if there is none. `begin` is just after the opening
/// quote. Sets `hasStray` if there is a stray quote before it.
std::size_t closingQuote(std::string_view text, std::size_t begin, char delimiter, bool& hasStray);

/// The delimiter that splits nearly all lines (or, failing that, half of them) into the same number of fields. If
/// several do, the one that gives the most fields; empty if none gives at least two. kBlanks if nearly all lines have a
/// run of blanks between their fields and no other delimiter fits.
std::string detectDelimiter(std::span<const std::string_view> lines);

/// The name of a delimiter for display: "tab", "comma", "\"::\"".
std::string delimiterName(const std::string& delimiter);

/// Splits the text of a whole file into records, and each record into fields; damaged records are left out.
std::vector<std::vector<std::string>> splitRecords(std::string text, const std::string& delimiter);

/// The first lines of a text, at most `limit`, without their line ends.
std::vector<std::string_view> linesOf(std::string_view text, std::size_t limit);

}  // namespace recscope
