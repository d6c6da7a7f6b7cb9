// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/table_layout.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <numeric>

namespace recscope::cli {

namespace {

constexpr std::size_t kGap = 2;         // terminal columns between two table columns
constexpr std::size_t kNarrowest = 12;  // terminal columns: smallest width of a table column with wrapped text

struct Range {
    char32_t from, to;
};

// Code points with Unicode's East Asian Width W or F, and emoji of the same width.
constexpr std::array kWide = {Range{0x1100, 0x115F},   Range{0x231A, 0x231B},   Range{0x2329, 0x232A},
                              Range{0x23E9, 0x23EC},   Range{0x2E80, 0x303E},   Range{0x3041, 0xA4CF},
                              Range{0xA960, 0xA97F},   Range{0xAC00, 0xD7A3},   Range{0xF900, 0xFAFF},
                              Range{0xFE10, 0xFE19},   Range{0xFE30, 0xFE6F},   Range{0xFF00, 0xFF60},
                              Range{0xFFE0, 0xFFE6},   Range{0x1F300, 0x1F64F}, Range{0x1F680, 0x1F6FF},
                              Range{0x1F900, 0x1F9FF}, Range{0x20000, 0x2FFFD}, Range{0x30000, 0x3FFFD}};
constexpr std::array kNoWidth = {Range{0x0300, 0x036F}, Range{0x0483, 0x0489}, Range{0x0591, 0x05BD},
                                 Range{0x064B, 0x065F}, Range{0x1AB0, 0x1AFF}, Range{0x1DC0, 0x1DFF},
                                 Range{0x200B, 0x200F}, Range{0x20D0, 0x20FF}, Range{0x3099, 0x309A},
                                 Range{0xFE00, 0xFE0F}, Range{0xFE20, 0xFE2F}, Range{0xFEFF, 0xFEFF}};

template <class Ranges>
bool isIn(char32_t codePoint, const Ranges& ranges) {
    return std::any_of(ranges.begin(), ranges.end(),
                       [codePoint](const Range& range) { return codePoint >= range.from && codePoint <= range.to; });
}

/// The size of one character.
struct CharacterSize {
    std::size_t bytes = 1;    // in UTF-8
    std::size_t columns = 1;  // in the terminal
};

/// The bytes and terminal columns of the character that begins at `at`; an invalid UTF-8 byte counts as one character.
CharacterSize sizeOfCharacter(std::string_view text, std::size_t at) {
    const auto first = static_cast<unsigned char>(text[at]);
    const std::size_t bytes = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
    if (bytes == 1 || at + bytes > text.size()) return {};
    char32_t codePoint = first & (0xFFU >> (bytes + 1));
    for (std::size_t i = 1; i < bytes; ++i)
        codePoint = codePoint << 6U | (static_cast<unsigned char>(text[at + i]) & 0x3FU);
    return {bytes, isIn(codePoint, kNoWidth) ? 0U : isIn(codePoint, kWide) ? 2U : 1U};
}

/// Splits a string into pieces that a line break must not divide: words with the spaces after them, or single East
/// Asian characters.
std::vector<std::string> pieces(const std::string& text, std::size_t columns) {
    std::vector<std::string> all;
    std::string piece;
    std::size_t width = 0;
    const auto end = [&] {
        if (!piece.empty()) all.push_back(std::move(piece));
        piece.clear();
        width = 0;
    };
    for (std::size_t at = 0; at < text.size();) {
        const CharacterSize character = sizeOfCharacter(text, at);
        const bool isSpace = text[at] == ' ';
        if (!isSpace && width + character.columns > columns) end();
        piece += text.substr(at, character.bytes);
        if (!isSpace) width += character.columns;
        at += character.bytes;
        // East Asian text has no spaces, so a line may end after any character.
        if ((isSpace && (at == text.size() || text[at] != ' ')) || character.columns == 2) end();
    }
    end();
    return all;
}

std::size_t longestPiece(const std::string& text, std::size_t columns) {
    std::size_t longest = 0;
    for (const std::string& piece : pieces(text, columns))
        longest = std::max(longest, displayWidth(std::string_view(piece).substr(0, piece.find_last_not_of(' ') + 1)));
    return longest;
}

bool looksLikeNumber(const std::string& text) {
    if (text.empty() || text == "–") return true;
    const auto first = static_cast<unsigned char>(text[0] == '-' && text.size() > 1 ? text[1] : text[0]);
    return std::isdigit(first) && text.find_first_not_of("0123456789.,-+e %") == std::string::npos;
}

/// A column of the table; all widths in terminal columns.
struct Column {
    std::size_t natural = 0;  // width without wrapping
    std::size_t least = 0;    // smallest width to which the column may be narrowed
    std::size_t width = 0;
    bool isNumeric = false;
};

std::vector<Column> columnsOf(const std::vector<std::string>& titles,
                              const std::vector<std::vector<std::string>>& rows) {
    std::vector<Column> all(titles.size());
    for (std::size_t c = 0; c < titles.size(); ++c) {
        Column& column = all[c];
        column.isNumeric = !rows.empty();
        std::size_t values = 0;
        for (const auto& row : rows) {
            values = std::max(values, displayWidth(row[c]));
            column.isNumeric = column.isNumeric && looksLikeNumber(row[c]);
        }
        column.natural = std::max(values, displayWidth(titles[c]));
        // A number must not be wrapped, but the title of its column may be.
        column.least = std::min(column.natural,
                                std::max(column.isNumeric ? values : kNarrowest, longestPiece(titles[c], kNarrowest)));
        column.width = column.natural;
    }
    return all;
}

std::size_t total(const std::vector<Column>& columns) {
    const std::size_t gaps = columns.empty() ? 0 : (columns.size() - 1) * kGap;
    return std::accumulate(columns.begin(), columns.end(), gaps,
                           [](std::size_t sum, const Column& column) { return sum + column.width; });
}

/// Narrows the widest columns until the table fits into `limit` terminal columns; returns false if columns would become
/// too narrow.
bool shrink(std::vector<Column>& columns, std::size_t limit) {
    for (std::size_t sum = total(columns); sum > limit; --sum) {
        Column* widest = nullptr;
        for (Column& column : columns)
            if (column.width > column.least && (!widest || column.width > widest->width)) widest = &column;
        if (!widest) return false;
        --widest->width;
    }
    return true;
}

void addRow(std::string& text, const std::vector<std::string>& row, const std::vector<Column>& columns) {
    std::vector<std::vector<std::string>> cells;
    std::size_t height = 1;
    for (std::size_t c = 0; c < row.size(); ++c) {
        const bool fits = columns[c].width >= displayWidth(row[c]);
        cells.push_back(fits ? std::vector<std::string>{row[c]} : wrapped(row[c], columns[c].width));
        height = std::max(height, cells.back().size());
    }
    for (std::size_t i = 0; i < height; ++i) {
        std::string line;
        for (std::size_t c = 0; c < row.size(); ++c) {
            const std::string cell = i < cells[c].size() ? cells[c][i] : std::string();
            const std::string gap(columns[c].width - std::min(columns[c].width, displayWidth(cell)), ' ');
            if (c > 0) line.append(kGap, ' ');
            line += columns[c].isNumeric ? gap + cell : cell + gap;
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
}

/// The rows as records with one line "title: value" per column, separated by empty lines.
std::string records(const std::vector<std::string>& titles, const std::vector<std::vector<std::string>>& rows,
                    std::size_t columns) {
    constexpr std::size_t kIndent = 2;
    std::string text;
    for (const auto& row : rows) {
        if (!text.empty()) text += "\n";
        for (std::size_t c = 0; c < row.size(); ++c) {
            if (row[c].empty()) continue;
            const std::vector<std::string> lines = wrapped(titles[c].empty() ? row[c] : titles[c] + ": " + row[c],
                                                           std::max(columns, kIndent + 1) - kIndent);
            for (std::size_t i = 0; i < lines.size(); ++i) text += (i > 0 ? "  " : "") + lines[i] + "\n";
        }
    }
    return text;
}

}  // namespace

std::size_t displayWidth(std::string_view text) {
    std::size_t columns = 0;
    for (std::size_t at = 0; at < text.size();) {
        const CharacterSize character = sizeOfCharacter(text, at);
        columns += character.columns;
        at += character.bytes;
    }
    return columns;
}

std::vector<std::string> wrapped(const std::string& text, std::size_t columns) {
    std::vector<std::string> lines(1);
    std::size_t width = 0;
    for (const std::string& piece : pieces(text, std::max<std::size_t>(columns, 2))) {
        const std::size_t word = displayWidth(std::string_view(piece).substr(0, piece.find_last_not_of(' ') + 1));
        if (width > 0 && width + word > columns) {
            lines.back().erase(lines.back().find_last_not_of(' ') + 1);
            lines.emplace_back();
            width = 0;
        }
        lines.back() += piece;
        width += displayWidth(piece);
    }
    lines.back().erase(lines.back().find_last_not_of(' ') + 1);
    return lines;
}

std::string laidOut(const std::vector<std::string>& titles, const std::vector<std::vector<std::string>>& rows,
                    std::size_t columns) {
    std::vector<Column> layout = columnsOf(titles, rows);
    if (columns > 0 && !shrink(layout, columns)) return records(titles, rows, columns);
    std::string text;
    addRow(text, titles, layout);
    for (const auto& row : rows) addRow(text, row, layout);
    return text;
}

std::size_t terminalColumns() {
    if (::isatty(STDOUT_FILENO) != 1) return 0;
    winsize size{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    const char* const given = std::getenv("COLUMNS");
    const long columns = given ? std::strtol(given, nullptr, 10) : 0;
    return columns > 0 ? static_cast<std::size_t>(columns) : 0;
}

}  // namespace recscope::cli
