// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/interaction_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <limits>
#include <utility>

#include "core/data/delimited.h"
#include "core/data/time_text.h"
#include "core/util/error.h"
#include "core/util/line_reader.h"
#include "core/util/text.h"

namespace recscope {

namespace {

constexpr std::int64_t kRowsPerProgress = 50000;

[[noreturn]] void failDamaged(const std::filesystem::path& path, const ImportReport& report, std::int64_t damaged) {
    std::vector<std::string> reasons;
    for (const DroppedRows& dropped : report.dropped) {
        std::vector<std::string> lines;
        for (const std::int64_t line : dropped.firstLines) lines.push_back(std::to_string(line));
        reasons.push_back(fmt::format("{} (line{} {})", dropped.reason, lines.size() == 1 ? "" : "s", listed(lines)));
    }
    throw Error(ErrorKind::Input,
                fmt::format("{} of the {} rows of {} cannot be read: {}.", grouped(damaged), grouped(report.rowsRead),
                            path.filename().string(), listed(reasons)),
                "Look at these lines, or choose the columns if they were taken wrongly. Nothing was imported.");
}

std::int64_t toSeconds(std::int64_t milliseconds) {
    return std::chrono::floor<std::chrono::seconds>(std::chrono::milliseconds(milliseconds)).count();
}

}  // namespace

std::int32_t IdTable::indexOf(std::string_view id) {
    const auto known = m_indices.find(id);
    if (known != m_indices.end()) return known->second;
    const auto index = static_cast<std::int32_t>(m_ids.size());
    m_ids.emplace_back(id);
    m_indices.emplace(id, index);
    return index;
}

std::int32_t InteractionTable::numberOf(IdTable& table, std::string_view id, ImportReport& report) {
    if (report.encoding == "UTF-8" && isUtf8(id)) return table.indexOf(id);
    report.encoding = "ISO-8859-1";
    return table.indexOf(latin1ToUtf8(id));
}

const char* InteractionTable::parse(std::span<const std::string_view> fields, const TableLayout& layout, Row& row,
                                    ImportReport& report) {
    if (fields.size() < layout.columnsNeeded()) return "too few fields";
    const std::string_view user = trimmed(fields[layout.user]), item = trimmed(fields[layout.item]);
    if (user.empty()) return "no user";
    if (item.empty()) return "no item";
    if (m_hasTimes) {
        const auto time = parseTime(fields[*layout.time]);
        if (!time) return "the time cannot be read";
        row.time = *time;
    }
    if (m_hasRatings) {
        const std::string_view text = trimmed(fields[*layout.rating]);
        const auto rating = parseNumber(text);
        if (!rating && !text.empty()) return "the rating is not a number";
        row.rating = rating ? static_cast<float>(*rating) : std::numeric_limits<float>::quiet_NaN();
    }
    row.user = numberOf(m_users, user, report);
    row.item = numberOf(m_items, item, report);
    return nullptr;
}

void InteractionTable::read(const ImportSource& source, const ImportOptions& options, ImportReport& report,
                            const ProgressSink& progress, const std::stop_token& stop) {
    const TableLayout& layout = source.recognition.layout;
    m_hasTimes = layout.time.has_value();
    m_hasRatings = layout.rating.has_value();
    const auto size = static_cast<std::int64_t>(std::filesystem::file_size(source.path));
    LineReader reader(source.path);
    FieldSplitter splitter(layout.delimiter);
    std::string_view line;
    std::int64_t damaged = 0;
    bool headerIsNext = layout.hasHeader;
    while (reader.next(line)) {
        if (reader.lineNumber() % kRowsPerProgress == 0) {
            throwIfStopped(stop);
            if (progress) progress({"Reading interactions", reader.bytesRead(), size, "bytes"});
        }
        const bool isEmpty = trimmed(line).empty();
        if (headerIsNext && !isEmpty) {
            headerIsNext = false;
            continue;
        }
        ++report.rowsRead;
        if (isEmpty) {
            report.drop("empty line", reader.lineNumber());
            continue;
        }
        Row row;
        row.line = static_cast<std::uint32_t>(reader.lineNumber());
        const char* damage = line.find('\0') != std::string_view::npos ? "zero bytes in it"
                             : !splitter.split(line)                   ? "a quote is not closed"
                                                                       : parse(splitter.fields(), layout, row, report);
        if (damage) {
            ++damaged;
            report.drop(damage, reader.lineNumber());
        } else if (options.minRating && !(static_cast<double>(row.rating) >= *options.minRating)) {
            report.drop(std::isnan(row.rating) ? "no rating" : fmt::format("rating below {}", *options.minRating),
                        reader.lineNumber());
        } else {
            m_rows.push_back(row);
        }
    }
    if (2 * damaged >= report.rowsRead && damaged > 0) failDamaged(source.path, report, damaged);
}

void InteractionTable::dropRare(const ImportOptions& options, ImportReport& report) {
    const auto drop = [&](std::int32_t Row::*key, const IdTable& table, std::int64_t minimum, const char* what) {
        if (minimum <= 1) return;
        std::vector<std::int64_t> counts(table.ids().size());
        for (const Row& row : m_rows) ++counts[static_cast<std::size_t>(row.*key)];
        const std::string reason = fmt::format("{} with fewer than {} interactions", what, minimum);
        std::erase_if(m_rows, [&](const Row& row) {
            const bool rare = counts[static_cast<std::size_t>(row.*key)] < minimum;
            if (rare) report.drop(reason, row.line);
            return rare;
        });
    };
    drop(&Row::item, m_items, options.minItemInteractions, "item");
    drop(&Row::user, m_users, options.minUserInteractions, "user");
}

/// Numbers again, so that users and items of dropped rows leave no gaps.
void InteractionTable::renumber() {
    const auto again = [&](std::int32_t Row::*key, IdTable& table) {
        IdTable kept;
        for (Row& row : m_rows) row.*key = kept.indexOf(table.ids()[static_cast<std::size_t>(row.*key)]);
        table = std::move(kept);
    };
    std::vector<bool> usedUsers(m_users.ids().size()), usedItems(m_items.ids().size());
    for (const Row& row : m_rows) {
        usedUsers[static_cast<std::size_t>(row.user)] = true;
        usedItems[static_cast<std::size_t>(row.item)] = true;
    }
    if (std::count(usedUsers.begin(), usedUsers.end(), false) > 0) again(&Row::user, m_users);
    if (std::count(usedItems.begin(), usedItems.end(), false) > 0) again(&Row::item, m_items);
}

std::vector<InteractionTable::Row> InteractionTable::groupedByUser(std::vector<std::int64_t>& offsets) const {
    offsets.assign(m_users.ids().size() + 1, 0);
    for (const Row& row : m_rows) ++offsets[static_cast<std::size_t>(row.user) + 1];
    for (std::size_t i = 1; i < offsets.size(); ++i) offsets[i] += offsets[i - 1];
    std::vector<std::int64_t> next(offsets.begin(), offsets.end() - 1);
    std::vector<Row> grouped(m_rows.size());
    for (const Row& row : m_rows) {
        grouped[static_cast<std::size_t>(next[static_cast<std::size_t>(row.user)]++)] = row;
    }
    return grouped;
}

void InteractionTable::moveInto(NewDataset& dataset) {
    renumber();
    Histories& histories = dataset.histories;
    std::vector<Row> rows = groupedByUser(histories.offsets);
    m_rows = {};
    const auto earlier = [](const Row& a, const Row& b) { return a.time < b.time; };
    for (std::size_t user = 0; m_hasTimes && user + 1 < histories.offsets.size(); ++user) {
        // Stable: equal times stay in the order of the file.
        std::stable_sort(rows.begin() + histories.offsets[user], rows.begin() + histories.offsets[user + 1], earlier);
    }
    histories.itemCount = static_cast<std::int32_t>(m_items.ids().size());
    histories.items.reserve(rows.size());
    for (const Row& row : rows) histories.items.push_back(kFirstItemToken + row.item);
    if (m_hasTimes) {
        dataset.times.reserve(rows.size());
        for (const Row& row : rows) dataset.times.push_back(toSeconds(row.time));
    }
    if (m_hasRatings) {
        dataset.ratings.reserve(rows.size());
        for (const Row& row : rows) dataset.ratings.push_back(row.rating);
    }
    dataset.userIds = m_users.ids();
    for (const std::string& id : m_items.ids()) {
        ItemInfo item;
        item.id = id;
        dataset.items.push_back(std::move(item));
    }
}

}  // namespace recscope
