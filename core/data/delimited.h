// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace recscope {

/// The fields of one line. The views point into the line or into this object, until the next `split`.
class FieldSplitter {
public:
    /// A delimiter of one character also means quotes as in RFC 4180; "::" and other strings know no quotes.
    explicit FieldSplitter(std::string delimiter);

    /// False if a quote is not closed: see RecordReader.
    bool split(std::string_view line);
    std::span<const std::string_view> fields() const { return m_fields; }

private:
    bool splitQuoted(std::string_view line);

    std::string m_delimiter;
    std::vector<std::string_view> m_fields;
    std::string m_unquoted;  // text of the quoted fields
};

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
