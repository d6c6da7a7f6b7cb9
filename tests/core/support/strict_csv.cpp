// SPDX-License-Identifier: GPL-3.0-or-later
#include "strict_csv.h"

#include <charconv>
#include <cmath>
#include <regex>
#include <set>
#include <stdexcept>

namespace recscope {

namespace {

bool isNumber(const std::string& text) {
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && stop == end && std::isfinite(value);
}

/// Digits with something that only people write: digit groups, units, signs, bounds or intervals.
bool isNumberForPeople(const std::string& text) {
    static const std::regex pattern(
        "(<|~|≤|±)?\\s?(\\+|−|-)?[0-9][0-9.,'\u00a0\u202f ]*"
        "(\\s?(%|×|s|min|h|days|nats|of [0-9]+|seeds|/ ?[0-9]+|e-?[0-9]+))*(\\s?±.*|\\s\\(.*\\))?");
    return text == "nan" || text == "inf" || text == "-nan" || text == "–" || text == "…" ||
           std::regex_match(text, pattern);
}

}  // namespace

StrictTable readStrictly(std::string_view text, char separator) {
    StrictTable table;
    std::vector<std::string> row;
    std::size_t at = 0, line = 1;
    const auto fail = [&line](const char* what) {
        throw std::runtime_error("line " + std::to_string(line) + ": " + what);
    };
    while (at < text.size()) {
        std::string cell;
        if (text[at] == '"' && separator == ',') {
            for (++at;; ++at) {
                if (at == text.size()) fail("a quote is not closed");
                if (text[at] == '"' && (at + 1 == text.size() || text[at + 1] != '"')) break;
                if (text[at] == '"') ++at;
                cell += text[at];
            }
            ++at;
            if (at < text.size() && text[at] != separator && text[at] != '\n') fail("text after a closing quote");
        } else {
            for (; at < text.size() && text[at] != separator && text[at] != '\n'; ++at) {
                if (text[at] == '"' && separator == ',') fail("a quote within a cell");
                if (text[at] == '\r') fail("a carriage return");
                cell += text[at];
            }
        }
        if (at == text.size()) fail("the last line does not end");
        row.push_back(cell);
        if (text[at++] == separator) {
            if (at == text.size()) fail("the last line does not end");
            continue;
        }
        if (line++ == 1)
            table.header = std::move(row);
        else
            table.rows.push_back(std::move(row));
        row.clear();
    }
    return table;
}

std::vector<std::string> problemsOf(const StrictTable& table) {
    std::vector<std::string> problems;
    std::set<std::string> names;
    for (const std::string& name : table.header) {
        if (name.empty()) problems.emplace_back("A column has no name.");
        if (!names.insert(name).second) problems.push_back("Two columns are named \"" + name + "\".");
    }
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        const auto& row = table.rows[i];
        const std::string where = "Row " + std::to_string(i + 1);
        if (row.size() != table.header.size()) {
            problems.push_back(where + " has " + std::to_string(row.size()) + " cells, the header " +
                               std::to_string(table.header.size()) + ".");
            continue;
        }
        for (std::size_t c = 0; c < row.size(); ++c)
            if (!isNumber(row[c]) && isNumberForPeople(row[c]))
                problems.push_back(where + ", " + table.header[c] + ": \"" + row[c] + "\" is no number.");
    }
    return problems;
}

}  // namespace recscope
