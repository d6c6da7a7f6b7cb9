// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "core/data/column_names.h"
#include "core/data/dataset_format.h"
#include "core/data/item_lists.h"
#include "core/data/json_tables.h"
#include "core/data/object_keys.h"
#include "core/data/object_reader.h"
#include "core/data/table_recognition.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using MakeReader = std::unique_ptr<ObjectReader> (*)();

/// Names of columns: kOfElements stands between the key of a list and a key of its elements ("events[].aid");
/// kPlainList follows the key of a list of plain values, which is a column itself ("items[]").
constexpr std::string_view kOfElements = "[].", kPlainList = "[]";

/// The key of the list that a column is in, and its key there.
struct ColumnKeys {
    std::string list;  ///< empty: the column is in the object of the line
    std::string key;   ///< empty: the elements of the list are plain values
};

ColumnKeys keysOf(const std::string& column) {
    if (column.ends_with(kPlainList)) return {column.substr(0, column.size() - kPlainList.size()), {}};
    const std::size_t end = column.find(kOfElements);
    if (end == std::string::npos) return {{}, column};
    return {column.substr(0, end), column.substr(end + kOfElements.size())};
}

class NestedRows : public RowParser {
public:
    NestedRows(std::unique_ptr<ObjectReader> reader, const TableLayout& layout)
        : m_reader(std::move(reader)), m_layout(layout) {
        for (const std::string& column : layout.columns) {
            m_columns.push_back(keysOf(column));
            if (m_columns.back().list.empty()) continue;
            m_list = m_columns.back().list;
            m_isPlain = m_columns.back().key.empty();
        }
        m_values.resize(m_columns.size());
    }

    const char* parse(std::string_view line, std::vector<RawRow>& rows) override {
        rows.clear();
        if (const char* wrong = m_reader->read(line)) return wrong;
        const auto elements = open();
        if (!elements) return translatable("lists of different lengths");
        const std::size_t count = *elements;
        rows.resize(count);
        m_times.resize(m_layout.furtherTimeColumns.empty() ? 0 : count);
        m_attributes.resize(count * m_layout.attributes.size());
        for (std::size_t i = 0; i < count; ++i) fill(rows[i], i);
        return nullptr;
    }

    std::vector<std::vector<std::string>> cells(std::string_view line) override {
        if (m_reader->read(line)) return {{std::string(line)}};
        std::vector<std::vector<std::string>> rows(open().value_or(0));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            for (std::size_t column = 0; column < m_columns.size(); ++column) rows[i].emplace_back(scalar(column, i));
        }
        return rows;
    }

    bool hasSeveralRows() const override { return true; }

private:
    /// Opens the list, or all plain lists, of the line. Returns the number of rows; unset if plain lists differ in
    /// length.
    std::optional<std::size_t> open() {
        if (!m_isPlain) return m_reader->openList(m_list);
        std::optional<std::size_t> count;
        for (std::size_t column = 0; column < m_columns.size(); ++column) {
            if (m_columns[column].list.empty()) continue;
            m_values[column] = m_reader->scalarsUnder(m_columns[column].list);
            if (m_values[column].size() != count.value_or(m_values[column].size())) return std::nullopt;
            count = m_values[column].size();
        }
        return count;
    }

    std::string_view scalar(std::size_t column, std::size_t element) {
        const ColumnKeys& keys = m_columns[column];
        if (m_isPlain && !keys.list.empty()) return m_values[column][element];
        return keys.list.empty() ? m_reader->scalar(keys.key) : m_reader->scalarOf(element, keys.key);
    }

    void fill(RawRow& row, std::size_t element) {
        const auto text = [&](const std::optional<std::size_t>& column) {
            return column ? scalar(*column, element) : std::string_view();
        };
        row = {.user = m_layout.isOnePerson ? std::string_view(kOnlyUser) : text(m_layout.user),
               .item = text(m_layout.item),
               .time = text(m_layout.time),
               .rating = text(m_layout.rating),
               .order = text(m_layout.order),
               .kind = text(m_layout.kind),
               .title = text(m_layout.title),
               .category = text(m_layout.category)};
        if (!m_layout.furtherTimeColumns.empty()) {
            m_times[element] = row.time;
            for (const std::size_t column : m_layout.furtherTimeColumns)
                m_times[element].append(1, ' ').append(scalar(column, element));
            row.time = m_times[element];
        }
        const std::size_t attributes = m_layout.attributes.size();
        for (std::size_t i = 0; i < attributes; ++i)
            m_attributes[element * attributes + i] = scalar(m_layout.attributes[i], element);
        row.attributes = std::span(m_attributes).subspan(element * attributes, attributes);
    }

    std::unique_ptr<ObjectReader> m_reader;
    TableLayout m_layout;
    std::vector<ColumnKeys> m_columns;
    std::string m_list;                              // key of the list of objects; not used for plain lists
    bool m_isPlain = false;                          // the lists hold plain values, not objects
    std::vector<std::vector<std::string>> m_values;  // elements of plain lists, by column
    std::vector<std::string> m_times;                // one per row, joined from several keys
    std::vector<std::string_view> m_attributes;      // of all rows of the line, one row after the other
};

/// The keys of the objects of a sample and of their lists.
struct NestedKeys {
    std::vector<std::string> outer;
    std::string list;                ///< the list of objects; empty = there are plain lists
    std::vector<std::string> inner;  ///< the keys in its elements
    std::vector<std::string> plain;  ///< lists of plain values that belong together; the first holds the items

    /// True if the lines were made of a dictionary: see rowsOfJson.
    bool isDictionary() const {
        return outer == std::vector<std::string>{kDictionaryKey} &&
               (list.empty() ? plain.at(0) : list) == kDictionaryValues;
    }
};

/// True if a plain list of this name may hold the items of a user.
bool namesItems(const std::string& list) {
    return meaningOf(list).item >= kKnownName || namesHistory(list);
}

/// One object per line with a user and one list whose elements are interactions: objects, as in OTTO's sessions and
/// McAuley's lists of games of Steam users, or plain values, of which several lists may belong together.
class NestedListsFormat : public DatasetFormat {
public:
    NestedListsFormat(FormatInfo info, MakeReader makeReader, double confidence)
        : m_info(std::move(info)), m_makeReader(makeReader), m_confidence(confidence) {}

    FormatInfo info() const override { return m_info; }
    std::vector<std::string> itemsFileNames(const std::string&) const override {
        return {"items.jsonl", "items.json", "items.csv", "movies.json", "products.json", "steam_games.json"};
    }
    std::unique_ptr<RowParser> makeLineParser(const TableLayout& layout) const override {
        return std::make_unique<NestedRows>(m_makeReader(), layout);
    }

    std::optional<Recognition> recognise(const FileSample& sample, const ColumnMapping& columns) const override {
        const auto keys = findKeys(sample, columns);
        if (!keys) return std::nullopt;
        // An object with both a user and an item is an interaction, which its lists only describe further.
        const auto namesItem = [](const std::string& key) { return meaningOf(key).item >= kSureName; };
        if (std::any_of(keys->outer.begin(), keys->outer.end(), namesItem)) return std::nullopt;
        Recognition recognition{m_confidence, {}, {}, TimeFormat::Auto, ColumnChoice::Possible};
        TableLayout& layout = recognition.layout;
        layout.columns = keys->outer;
        for (const std::string& key : keys->inner)
            layout.columns.push_back(fmt::format("{}{}{}", keys->list, kOfElements, key));
        for (const std::string& list : keys->plain) layout.columns.push_back(fmt::format("{}{}", list, kPlainList));
        layout.columnCount = layout.columns.size();
        ColumnRoles fixed;
        if (columns.user.empty()) {
            fixed.user = userAmong(keys->outer);
            if (!fixed.user) return std::nullopt;
        }
        fixed.item = itemAmong(*keys);
        const auto reading = readTable(tableOf(sample, *keys, layout), columns, sample, layout, fixed);
        if (!reading) return std::nullopt;
        // The user of the program may choose other columns: a dictionary can have a list of users for each item.
        const bool isItemInside = layout.item >= keys->outer.size();
        const bool isUserInside = !layout.isOnePerson && layout.user >= keys->outer.size();
        const bool isChosen = !columns.user.empty() || !columns.item.empty();
        const bool isUsual = isItemInside && !isUserInside;
        if (!isUsual && !(isChosen && (isItemInside || isUserInside))) return std::nullopt;
        recognition.why = fmt::format("{}; {}", shapeText(*keys), reading->why);
        recognition.reasons = reading->reasons;
        recognition.alternatives = reading->alternatives;
        recognition.noTime = reading->noTime;
        return recognition;
    }

private:
    static std::string shapeText(const NestedKeys& keys) {
        if (keys.isDictionary() && keys.list.empty())
            return translated("a dictionary whose keys are the users and whose lists are their items");
        if (keys.isDictionary())
            return translated("a dictionary whose keys are the users and whose values are their interactions");
        return keys.list.empty()
                   ? translated("one object per user, with a list of items under \"{}\"", keys.plain[0])
                   : translated(
                         "one object per user, with a list of objects under \"{}\", each of which is an interaction",
                         keys.list);
    }

    /// The column of the items, if the shape of the objects determines it.
    static std::optional<std::size_t> itemAmong(const NestedKeys& keys) {
        if (keys.list.empty()) return keys.outer.size();
        const auto namesItem = [](const std::string& key) { return meaningOf(key).item >= kSureName; };
        const auto key = std::find(keys.inner.begin(), keys.inner.end(), kDictionaryKey);
        const bool isOther = std::any_of(keys.inner.begin(), keys.inner.end(), namesItem);
        if (!keys.isDictionary() || key == keys.inner.end() || isOther) return std::nullopt;
        return keys.outer.size() + static_cast<std::size_t>(key - keys.inner.begin());
    }

    /// The key whose name most suggests users; if there is only one key, that key.
    static std::optional<std::size_t> userAmong(const std::vector<std::string>& keys) {
        std::optional<std::size_t> best;
        double bestScore = kKnownName;
        for (std::size_t i = 0; i < keys.size(); ++i) {
            const double score = meaningOf(keys[i]).user;
            if (score < bestScore || (best && score == bestScore)) continue;
            best = i;
            bestScore = score;
        }
        if (best || keys.size() != 1) return best;
        // A day or a count is not a user, even if nothing else could be.
        const NameMeaning only = meaningOf(keys[0]);
        const bool isOther = only.user < 0 || only.time > 0 || only.rating > 0;
        return isOther ? std::nullopt : std::optional<std::size_t>(0);
    }

    /// Unset if the reader cannot read at least half of the lines as objects, or if no list occurs in at least half of
    /// those read.
    std::optional<NestedKeys> findKeys(const FileSample& sample, const ColumnMapping& columns) const {
        const auto reader = m_makeReader();
        std::size_t counted = 0, read = 0;
        std::map<std::string, std::size_t> linesWithList, linesWithPlain;
        NestedKeys keys;
        ObjectKeys outer, inner;
        for (const std::string_view line : sample.lines) {
            if (trimmed(line).empty()) continue;
            ++counted;
            if (reader->read(line)) continue;
            ++read;
            outer.add(reader->keys());
            for (const std::string& list : reader->listKeys()) ++linesWithList[list];
            for (const std::string& list : reader->plainListKeys()) ++linesWithPlain[list];
        }
        if (read == 0 || 2 * read < counted) return std::nullopt;
        keys.outer = outer.most();
        // A list deep inside an object often describes something else than the interactions, such as the browser.
        std::erase_if(linesWithList, [read](const auto& list) { return 2 * list.second < read; });
        const auto most =
            std::max_element(linesWithList.begin(), linesWithList.end(), [](const auto& a, const auto& b) {
                const std::size_t levelOfA = levelOf(a.first), levelOfB = levelOf(b.first);
                return levelOfA != levelOfB ? levelOfA > levelOfB : a.second < b.second;
            });
        const std::string chosen = keysOf(columns.item).list;
        if (linesWithList.contains(chosen)) {
            keys.list = chosen;
        } else if (most != linesWithList.end()) {
            keys.list = most->first;
        } else {
            findPlainLists(sample, linesWithPlain, read, keys);
            if (keys.plain.empty()) return std::nullopt;
            return keys;
        }
        for (const std::string_view line : sample.lines) {
            if (trimmed(line).empty() || reader->read(line)) continue;
            for (std::size_t i = 0, count = reader->openList(keys.list); i < count; ++i) inner.add(reader->keysOf(i));
        }
        keys.inner = inner.most();
        if (keys.inner.empty()) return std::nullopt;
        return keys;
    }

    /// Finds the plain list of items, and after it those of the same lengths: ratings and times of the items.
    void findPlainLists(const FileSample& sample, const std::map<std::string, std::size_t>& linesWith, std::size_t read,
                        NestedKeys& keys) const {
        std::string items;
        double best = 0;
        std::size_t leastLevel = SIZE_MAX;
        for (const auto& [list, lines] : linesWith) leastLevel = std::min(leastLevel, levelOf(list));
        const auto isShallow = [leastLevel](const auto& entry) { return levelOf(entry.first) == leastLevel; };
        const bool hasOnlyList = std::count_if(linesWith.begin(), linesWith.end(), isShallow) == 1;
        for (const auto& [list, lines] : linesWith) {
            const bool isOnly = hasOnlyList && levelOf(list) == leastLevel && keys.outer.size() == 1;
            if (2 * lines < read || !(isOnly || namesItems(list))) continue;
            const double score = std::max(meaningOf(list).item, kKnownName);
            if (score <= best) continue;
            best = score;
            items = list;
        }
        if (items.empty()) return;
        keys.plain.push_back(items);
        for (const auto& [list, lines] : linesWith) {
            if (list != items && areParallel(sample, items, list)) keys.plain.push_back(list);
        }
    }

    /// True if two lists have the same length in nearly all lines.
    bool areParallel(const FileSample& sample, const std::string& a, const std::string& b) const {
        const auto reader = m_makeReader();
        std::size_t read = 0, same = 0;
        for (const std::string_view line : sample.lines) {
            if (trimmed(line).empty() || reader->read(line)) continue;
            ++read;
            same += reader->scalarsUnder(a).size() == reader->scalarsUnder(b).size();
        }
        return 20 * same >= 19 * read;
    }

    SampleTable tableOf(const FileSample& sample, const NestedKeys& keys, const TableLayout& layout) const {
        constexpr std::size_t kMaxRows = 20000;
        SampleTable table{keys.outer, {}};
        table.names.insert(table.names.end(), keys.inner.begin(), keys.inner.end());
        table.names.insert(table.names.end(), keys.plain.begin(), keys.plain.end());
        NestedRows rows(m_makeReader(), layout);
        for (const auto* lines : {&sample.lines, &sample.later}) {
            for (const std::string_view line : *lines) {
                if (trimmed(line).empty() || table.rows.size() >= kMaxRows) continue;
                for (auto& row : rows.cells(line)) {
                    if (row.size() == table.names.size()) table.rows.push_back(std::move(row));
                }
            }
        }
        return table;
    }

    FormatInfo m_info;
    MakeReader m_makeReader;
    double m_confidence;
};

}  // namespace

std::unique_ptr<DatasetFormat> makeNestedListsFormat() {
    return std::make_unique<NestedListsFormat>(
        FormatInfo{"nested-lists", translatable("Lists of interactions by user (JSON)"),
                   translatable("one JSON object per user with a list of objects, such as OTTO's sessions with their "
                                "events, or of items; or a dictionary with such a list for each user; item and, if "
                                "present, time, rating and kind by the names of the keys")},
        makeJsonReader, /*confidence=*/0.85);
}

std::unique_ptr<DatasetFormat> makeNestedPythonListsFormat() {
    return std::make_unique<NestedListsFormat>(
        FormatInfo{"nested-python-lists", translatable("Lists of interactions by user (Python literals)"),
                   translatable("the same as Python dictionaries, such as the games of Steam users; nothing is "
                                "evaluated")},
        makePythonReader, /*confidence=*/0.8);
}

}  // namespace recscope
