// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <unordered_map>
#include <vector>

#include "core/adopt/list_columns.h"
#include "core/adopt/list_readers.h"
#include "core/data/delimited.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

/// The columns of a file without a header: user, item and perhaps rank or score, or user and all items of the user.
ListColumnNumbers unnamedColumns(const std::vector<std::vector<std::string>>& lines, const DatasetIds& known) {
    const auto share = [&](auto isTrue) {
        return static_cast<double>(std::count_if(lines.begin(), lines.end(), isTrue)) /
               static_cast<double>(lines.size());
    };
    const double manyItemsShare = share([&](const std::vector<std::string>& line) {
        return line.size() > 3 && known.isItem(trimmed(line[2])) && known.isItem(trimmed(line[3]));
    });
    const double listCellShare = share([&](const std::vector<std::string>& line) {
        return line.size() == 2 && !known.isItem(trimmed(line[1])) && itemsIn(line[1]).size() > 1;
    });
    if (manyItemsShare > 0.5 || listCellShare > 0.5) return {.user = 0, .item = 1, .itemsAreLists = true};
    const double userFirstShare = share([&](const std::vector<std::string>& line) {
        return line.size() > 1 && known.isUser(trimmed(line[0])) && known.isItem(trimmed(line[1]));
    });
    const double itemFirstShare = share([&](const std::vector<std::string>& line) {
        return line.size() > 1 && known.isItem(trimmed(line[0])) && known.isUser(trimmed(line[1]));
    });
    ListColumnNumbers columns{.user = userFirstShare >= itemFirstShare ? 0 : 1,
                              .item = userFirstShare >= itemFirstShare ? 1 : 0};
    if (std::max(userFirstShare, itemFirstShare) == 0) columns.user = columns.item = -1;
    const bool hasThird = share([](const std::vector<std::string>& line) {
                              return line.size() > 2 && parseNumber(trimmed(line[2]));
                          }) > 0.9;
    if (!hasThird) return columns;
    // The third column contains ranks if the numbers of each user begin with 0 or 1 and have no gaps; otherwise it
    // contains scores.
    std::unordered_map<std::string, std::vector<double>> byUser;
    for (const std::vector<std::string>& line : lines) {
        const auto number = line.size() > 2 ? parseNumber(trimmed(line[2])) : std::nullopt;
        if (number && columns.user >= 0) byUser[line[static_cast<std::size_t>(columns.user)]].push_back(*number);
    }
    std::size_t ranked = 0;
    for (auto& [user, numbers] : byUser) {
        std::sort(numbers.begin(), numbers.end());
        const double first = numbers.front();
        bool hasGaps = first != 0 && first != 1;
        for (std::size_t i = 0; i < numbers.size(); ++i)
            hasGaps = hasGaps || numbers[i] != first + static_cast<double>(i);
        ranked += !hasGaps;
    }
    // The numbers of one user may have gaps: the sample may end between the lines of a user, which need not be sorted.
    (ranked > 0 && ranked + 1 >= byUser.size() ? columns.rank : columns.score) = 2;
    return columns;
}

std::optional<double> numberIn(const std::vector<std::string>& cells, int column) {
    return column >= 0 && column < static_cast<int>(cells.size())
               ? parseNumber(trimmed(cells[static_cast<std::size_t>(column)]))
               : std::nullopt;
}

void takeCells(const std::vector<std::string>& cells, const ListColumnNumbers& columns, ListSink& sink) {
    const auto cell = [&](int column) {
        return column >= 0 && column < static_cast<int>(cells.size()) ? trimmed(cells[static_cast<std::size_t>(column)])
                                                                      : std::string_view();
    };
    ListedRow row{.system = cell(columns.system),
                  .user = cell(columns.user),
                  .item = cell(columns.item),
                  .rank = numberIn(cells, columns.rank),
                  .score = numberIn(cells, columns.score)};
    if (row.user.empty() || row.item.empty()) return sink.addDamaged();
    if (!columns.itemsAreLists) return sink.add(row);
    const bool isOneCell = columns.isListInOneCell || columns.item + 1 == static_cast<int>(cells.size());
    double rank = 0;
    const auto takeItem = [&](std::string_view item) {
        if (item.empty()) return;
        row.item = item;
        row.rank = ++rank;
        sink.add(row);
    };
    if (isOneCell) {
        for (const std::string_view item : itemsIn(cell(columns.item))) takeItem(item);
    } else {
        for (auto i = static_cast<std::size_t>(columns.item); i < cells.size(); ++i) takeItem(trimmed(cells[i]));
    }
}

constexpr std::size_t kSample = 500;  // number of lines from which the columns are recognised

/// The columns, recognised by name or else by the ids in them; -1 for a user or item column that was not recognised.
ListColumnNumbers columnsOf(const std::vector<std::vector<std::string>>& records, const DatasetIds& known) {
    const ListColumnNumbers named = namedColumns(records.front());
    if (named.hasUserAndItem()) return named;
    const auto end = records.begin() + std::min(static_cast<std::ptrdiff_t>(kSample), std::ssize(records));
    return unnamedColumns({records.begin(), end}, known);
}

/// The delimiter with which the columns are recognised. If there is none, the one that the lines suggest, or else the
/// first usual one that occurs in the first line; empty if none occurs.
std::string delimiterOf(const std::string& text, const ListColumns& chosen, const DatasetIds& known) {
    const std::vector<std::string_view> lines = linesOf(text, kSample);
    const std::string suggested = detectDelimiter(lines);
    if (lines.empty()) return {};
    const std::string sample(text, 0,
                             static_cast<std::size_t>(lines.back().data() - text.data()) + lines.back().size());
    std::string fallback = suggested;
    for (const std::string& candidate :
         {suggested, std::string("\t"), std::string(","), std::string(";"), std::string("|"), std::string(" ")}) {
        if (candidate.empty() || lines.front().find(candidate) == std::string_view::npos) continue;
        if (fallback.empty()) fallback = candidate;
        const std::vector<std::vector<std::string>> records = splitRecords(sample, candidate);
        if (records.empty()) continue;
        const ListColumnNumbers columns = columnsOf(records, known);
        if (columns.hasUserAndItem() || isChosenByName(chosen, records.front())) return candidate;
    }
    return fallback;
}

/// Whether a cell of the item column contains a list of the dataset's items instead of one item.
bool isListOfItems(std::string_view cell, const DatasetIds& known) {
    const std::vector<std::string_view> items = itemsIn(cell);
    return items.size() > 1 && !known.isItem(trimmed(cell)) && known.isItem(items.front());
}

}  // namespace

void readDelimitedLists(const std::filesystem::path& path, std::string text, const ListColumns& chosen,
                        const DatasetIds& known, ListSink& sink) {
    const std::string delimiter = delimiterOf(text, chosen, known);
    if (delimiter.empty()) failListColumns(path, translated("each line has one column"));
    std::vector<std::vector<std::string>> records = splitRecords(std::move(text), delimiter);
    if (records.empty()) failListColumns(path, translated("it has no lines"));
    std::vector<std::string> names(records.front().size());
    ListColumnNumbers columns = namedColumns(records.front());
    if (columns.hasUserAndItem() || isChosenByName(chosen, records.front())) {
        names = records.front();
        records.erase(records.begin());
    } else {
        columns = columnsOf(records, known);
    }
    chooseListColumns(columns, chosen, names, path);
    requireLists(columns, names, path);
    if (!columns.hasOrder() && !records.empty()) {
        const auto at = static_cast<std::size_t>(columns.item);
        columns.itemsAreLists = at < records.front().size() && isListOfItems(records.front()[at], known);
        columns.isListInOneCell = columns.itemsAreLists;
    }
    sink.setLayout(layoutText(columns, names));
    for (const std::vector<std::string>& cells : records) takeCells(cells, columns, sink);
}

bool looksLikeDelimitedLists(std::string_view text) {
    const std::string delimiter = detectDelimiter(linesOf(text, 50));
    if (delimiter.empty()) return false;
    const std::vector<std::vector<std::string>> records =
        splitRecords(std::string(linesOf(text, 1).front()) + '\n', delimiter);
    if (records.empty()) return false;
    return areColumnsOfLists(namedColumns(records.front()), records.front());
}

}  // namespace recscope
