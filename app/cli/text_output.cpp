// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text_output.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>

#include "core/util/translated.h"

namespace recscope::cli {

namespace {

/// Columns on screen, for text in UTF-8. East Asian signs take two: those from Hangul's jamo on, by Unicode's table of
/// widths as far as our languages use it.
std::size_t width(const std::string& text) {
    std::size_t columns = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if ((byte & 0xC0U) == 0x80U) continue;
        ++columns;
        if ((byte & 0xF0U) != 0xE0U || i + 2 >= text.size()) continue;
        const unsigned code = (byte & 0x0FU) << 12U | (static_cast<unsigned char>(text[i + 1]) & 0x3FU) << 6U |
                              (static_cast<unsigned char>(text[i + 2]) & 0x3FU);
        const bool isWide = (code >= 0x1100 && code <= 0x115F) || (code >= 0x2E80 && code <= 0xA4CF) ||
                            (code >= 0xAC00 && code <= 0xD7A3) || (code >= 0xF900 && code <= 0xFAFF) ||
                            (code >= 0xFE30 && code <= 0xFE6F) || (code >= 0xFF00 && code <= 0xFF60);
        columns += isWide;
    }
    return columns;
}

bool looksLikeNumber(const std::string& text) {
    if (text.empty() || text == "–") return true;
    const auto first = static_cast<unsigned char>(text[0] == '-' && text.size() > 1 ? text[1] : text[0]);
    return std::isdigit(first) && text.find_first_not_of("0123456789.,-+e %") == std::string::npos;
}

}  // namespace

void printTable(const Row& titles, const std::vector<Row>& rows) {
    std::string text;
    std::vector<std::size_t> widths(titles.size());
    std::vector<bool> numeric(titles.size(), !rows.empty());
    for (std::size_t c = 0; c < titles.size(); ++c) {
        widths[c] = width(titles[c]);
        for (const Row& row : rows) {
            widths[c] = std::max(widths[c], width(row[c]));
            numeric[c] = numeric[c] && looksLikeNumber(row[c]);
        }
    }
    const auto addLine = [&](const Row& row) {
        std::string line;
        for (std::size_t c = 0; c < row.size(); ++c) {
            const std::string gap(widths[c] - width(row[c]), ' ');
            if (c > 0) line += "  ";
            line += numeric[c] ? gap + row[c] : row[c] + gap;
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    };
    addLine(titles);
    for (const Row& row : rows) addLine(row);
    fmt::print(stdout, "{}", text);
}

std::pair<std::string, std::string> keyAndValue(const std::string& setting) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos)
        throw CLI::ValidationError("--set", translated("\"{}\" is not key=value", setting));
    return {setting.substr(0, equals), setting.substr(equals + 1)};
}

std::string decimals(double value, int digits) {
    return fmt::format("{:.{}f}", value, digits);
}

std::string percent(double share, int digits) {
    return fmt::format("{:.{}f} %", 100 * share, digits);
}

std::string duration(double seconds) {
    const auto whole = static_cast<std::int64_t>(std::llround(seconds));
    if (whole < 60) return fmt::format("{} s", whole);
    if (whole < 3600) return translated("{} min {:02} s", whole / 60, whole % 60);
    return translated("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace recscope::cli
