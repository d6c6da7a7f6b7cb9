// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/column_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using Column = std::optional<std::size_t>;

Column chosenColumn(const std::string& choice, const TableLayout& layout) {
    if (choice.empty()) return std::nullopt;
    if (choice == kEachRow && layout.lineColumn) return layout.lineColumn;
    const std::vector<std::string>& names = layout.columns;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (trimmed(names[i]) == choice) return i;
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (plainName(names[i]) == plainName(choice)) return i;
    }
    std::size_t number = 0;
    const auto [end, failure] = std::from_chars(choice.data(), choice.data() + choice.size(), number);
    if (failure == std::errc() && end == choice.data() + choice.size() && number >= 1 && number <= layout.columnCount) {
        return number - 1;
    }
    throw Error(ErrorKind::Usage, translated("There is no column \"{}\".", choice),
                names.empty()
                    ? translated("The file has {} columns and no header: give numbers from 1.", layout.columnCount)
                    : translated("The columns are {}.", listed(names, /*limit=*/20)));
}

/// The columns of a choice with plus signs: "date+time". A name that contains a plus sign is tried first.
std::vector<std::size_t> severalColumns(const std::string& choice, const TableLayout& layout) {
    if (choice.empty()) return {};
    const auto isName = [&](const std::string& name) { return trimmed(name) == choice; };
    if (std::any_of(layout.columns.begin(), layout.columns.end(), isName)) return {*chosenColumn(choice, layout)};
    std::vector<std::size_t> columns;
    std::string_view left = choice;
    while (!left.empty()) {
        const std::size_t end = std::min(left.find('+'), left.size());
        if (const Column column = chosenColumn(std::string(trimmed(left.substr(0, end))), layout))
            columns.push_back(*column);
        left.remove_prefix(std::min(end + 1, left.size()));
    }
    return columns;
}

}  // namespace

std::string plainName(std::string_view header) {
    std::string name = folded(trimmed(header.substr(0, header.find(':'))));
    std::erase_if(name, [](char c) { return c == '_' || c == '-' || c == ' '; });
    return name;
}

std::optional<NumberedName> numberedName(const std::string& name) {
    constexpr std::size_t kMaxDigits = 6;
    const std::size_t end = name.find_last_not_of("0123456789") + 1;  // npos + 1 = 0
    if (end == name.size() || name.size() - end > kMaxDigits) return std::nullopt;
    return NumberedName{name.substr(0, end), static_cast<std::size_t>(*parseNumber(name.substr(end)))};
}

ColumnRoles chosenRoles(const ColumnMapping& columns, const TableLayout& layout) {
    ColumnRoles roles;
    const bool isColumn = std::any_of(layout.columns.begin(), layout.columns.end(),
                                      [](const std::string& name) { return trimmed(name) == kOnePerson; });
    roles.isOnePerson = columns.user == kOnePerson && !isColumn;
    if (!roles.isOnePerson) roles.user = chosenColumn(columns.user, layout);
    roles.item = chosenColumn(columns.item, layout);
    roles.rating = chosenColumn(columns.rating, layout);
    roles.order = chosenColumn(columns.order, layout);
    roles.kind = chosenColumn(columns.kind, layout);
    roles.title = chosenColumn(columns.title, layout);
    roles.category = chosenColumn(columns.category, layout);
    roles.time = severalColumns(columns.time, layout);
    roles.attributes = severalColumns(columns.attributes, layout);
    return roles;
}

void chooseColumns(const ColumnMapping& columns, TableLayout& layout) {
    const ColumnRoles roles = chosenRoles(columns, layout);
    // If user and item are chosen, the other roles get only chosen columns.
    const bool isComplete = (roles.user || roles.isOnePerson) && roles.item;
    if (roles.user) layout.user = *roles.user;
    if (roles.user || roles.isOnePerson) layout.isOnePerson = roles.isOnePerson;
    if (roles.item) layout.item = *roles.item;
    if (isComplete || !roles.time.empty()) layout.setTime(roles.time);
    if (isComplete || roles.rating) layout.rating = roles.rating;
    if (isComplete || roles.order) layout.order = roles.order;
    if (isComplete || roles.kind) layout.kind = roles.kind;
    if (isComplete || roles.title) layout.title = roles.title;
    if (isComplete || roles.category) layout.category = roles.category;
    if (isComplete || !roles.attributes.empty()) layout.attributes = roles.attributes;
    if (layout.isOnePerson || layout.user != layout.item) return;
    throw Error(ErrorKind::Usage, translated("The user and item columns are both needed."),
                translated("For example user=1,item=2,time=4."));
}

bool namesOneOf(const ColumnMapping& columns, const std::vector<std::string>& first) {
    const auto matches = [&](std::string_view choice) {
        return !choice.empty() && !parseNumber(choice) &&
               std::any_of(first.begin(), first.end(),
                           [&](const std::string& field) { return plainName(field) == plainName(choice); });
    };
    for (std::size_t role = 0; role < kColumnRoles; ++role) {
        std::string_view left = columns.of(static_cast<ColumnRole>(role));
        if (matches(left)) return true;
        while (!left.empty()) {
            const std::size_t end = std::min(left.find('+'), left.size());
            if (matches(trimmed(left.substr(0, end)))) return true;
            left.remove_prefix(std::min(end + 1, left.size()));
        }
    }
    return false;
}

std::string columnsText(const TableLayout& layout) {
    std::vector<std::string> parts;
    const auto label = [&](std::size_t column) {
        return column < layout.columns.size() ? fmt::format("\"{}\"", trimmed(layout.columns[column]))
                                              : translated("column {}", column + 1);
    };
    const auto add = [&](const char* sentence, const Column& column) {
        if (!column) return;
        const std::string name = label(*column);
        parts.push_back(translatedFormat(sentence, fmt::make_format_args(name)));
        if (column != layout.time) return;
        for (const std::size_t part : layout.furtherTimeColumns) parts.back() += fmt::format(" + {}", label(part));
    };
    if (layout.isOnePerson) {
        parts.push_back(translated("all rows of one person"));
    } else {
        add(translatable("user in {}"), layout.user);
    }
    add(translatable("item in {}"), layout.item);
    add(translatable("time in {}"), layout.time);
    add(translatable("rating in {}"), layout.rating);
    add(translatable("order in {}"), layout.order);
    add(translatable("kind of event in {}"), layout.kind);
    add(translatable("title in {}"), layout.title);
    add(translatable("category in {}"), layout.category);
    for (const std::size_t column : layout.attributes) add(translatable("attribute in {}"), column);
    return listed(parts);
}

}  // namespace recscope
