// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/delimited_rows.h"

#include <algorithm>
#include <cstring>

#include "core/util/translated.h"

namespace recscope {

namespace {
constexpr const char* kTooFew = translatable("too few fields");
}

DelimitedRows::DelimitedRows(const TableLayout& layout)
    : m_layout(layout),
      m_splitter(layout.grammar.delimiter == layout.delimiter ? layout.grammar : RecordGrammar(layout.delimiter)),
      m_needed(layout.columnsNeeded()),
      m_read(layout.columnsRead()),
      m_fields(m_read) {}

/// Splits off the first m_read fields of a line. Returns the damage of the line, null if there is none. Pre: no quotes
/// enclose fields, and the delimiter is one character. Fields are a few bytes long, so a plain loop is faster than a
/// search function.
const char* DelimitedRows::splitFast(std::string_view line) {
    const char delimiter = m_layout.delimiter[0];
    const char* at = line.data();
    const char* const end = at + line.size();
    for (std::size_t column = 0; column < m_read; ++column) {
        if (at > end) {
            if (column < m_needed) return kTooFew;
            m_fields[column] = {};
            continue;
        }
        const char* const begin = at;
        while (at < end && *at != delimiter) ++at;
        m_fields[column] = {begin, static_cast<std::size_t>(at - begin)};
        ++at;  // one past the end if no field is left
    }
    return nullptr;
}

bool DelimitedRows::mayEnclose(std::string_view line) const {
    if (m_splitter.quotes() == Quotes::Letters || line.empty()) return false;
    return std::memchr(line.data(), '"', line.size()) != nullptr;
}

const char* DelimitedRows::parse(std::string_view line, std::vector<RawRow>& rows) {
    if (m_layout.delimiter.size() == 1 && !mayEnclose(line)) {
        if (const char* damage = splitFast(line)) return damage;
    } else {
        if (!m_splitter.split(line)) return translatable("a quote is not closed");
        const std::size_t usual = m_layout.grammar.fieldCount;
        if (m_splitter.hasStrayQuote() && usual > 0 && m_splitter.fields().size() != usual)
            return translatable("a stray quote");
        if (m_splitter.fields().size() < m_needed) return kTooFew;
        const std::size_t present = std::min(m_splitter.fields().size(), m_read);
        std::copy_n(m_splitter.fields().begin(), present, m_fields.begin());
        std::fill(m_fields.begin() + static_cast<std::ptrdiff_t>(present), m_fields.end(), std::string_view());
    }
    rows.resize(1);
    rows[0].user = m_layout.isOnePerson ? std::string_view(kOnlyUser) : field(m_layout.user);
    rows[0].item = field(m_layout.item);
    if (m_layout.time) rows[0].time = field(*m_layout.time);
    if (!m_layout.furtherTimeColumns.empty()) {
        m_time = rows[0].time;
        for (const std::size_t column : m_layout.furtherTimeColumns) m_time.append(1, ' ').append(field(column));
        rows[0].time = m_time;
    }
    if (m_layout.rating) rows[0].rating = field(*m_layout.rating);
    if (m_layout.order) rows[0].order = field(*m_layout.order);
    if (m_layout.kind) rows[0].kind = field(*m_layout.kind);
    if (m_layout.title) rows[0].title = field(*m_layout.title);
    if (m_layout.category) rows[0].category = field(*m_layout.category);
    if (!m_layout.attributes.empty()) {
        m_attributes.clear();
        for (const std::size_t column : m_layout.attributes) m_attributes.push_back(field(column));
        rows[0].attributes = m_attributes;
    }
    return nullptr;
}

std::vector<std::vector<std::string>> DelimitedRows::cells(std::string_view line) {
    m_splitter.split(line);
    return {{m_splitter.fields().begin(), m_splitter.fields().end()}};
}

}  // namespace recscope
