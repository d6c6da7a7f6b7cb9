// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adopt/list_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/data/column_names.h"
#include "core/data/delimited.h"
#include "core/data/text_source.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using Json = nlohmann::json;
using Names = std::unordered_set<std::string>;

// Names as `plainName` gives them: lower case, without spaces and underscores.
const Names kRankNames = {"rank", "position", "pos", "place", "ranking", "order"};
const Names kScoreNames = {"score", "scores", "prediction", "pred", "relevance", "logit", "similarity", "value"};
const Names kSystemNames = {"model", "system", "algorithm", "algo", "recommender", "method", "run", "runname"};
const Names kListNames = {"items", "recommendations", "recs", "itemids", "itemlist", "list", "recommended", "topk"};

enum class Field { User, Item, Rank, Score, System, List, None };

Field fieldOf(std::string_view header) {
    const std::string name = plainName(header);
    if (kRankNames.contains(name)) return Field::Rank;
    if (kScoreNames.contains(name)) return Field::Score;
    if (kSystemNames.contains(name)) return Field::System;
    if (kListNames.contains(name)) return Field::List;
    const NameMeaning meaning = meaningOf(header);
    if (meaning.user >= kKnownName && meaning.user > meaning.item) return Field::User;
    if (meaning.item >= kKnownName && meaning.item > meaning.user) return Field::Item;
    return Field::None;
}

/// Whether a column of this name shows that the lines are interactions.
bool isTimeOrRating(std::string_view header) {
    const NameMeaning meaning = meaningOf(header);
    return fieldOf(header) == Field::None && (meaning.time >= kKnownName || meaning.rating >= kKnownName);
}

/// The columns of a file by field; -1 = none.
struct Columns {
    int user = -1, item = -1, rank = -1, score = -1, system = -1;
    bool itemsAreLists = false;    ///< each line has all items of the user
    bool isListInOneCell = false;  ///< they are in the cell `item`, and not also in the cells after it

    int& of(Field field) {
        switch (field) {
            case Field::User:
                return user;
            case Field::Rank:
                return rank;
            case Field::Score:
                return score;
            case Field::System:
                return system;
            case Field::Item:
            case Field::List:
            case Field::None:
                break;
        }
        return item;
    }
};

std::string readText(const std::filesystem::path& path) {
    const OpenedText opened = openText(partAt(path));
    std::string text;
    char buffer[1 << 16];
    while (const std::size_t size = opened.bytes->read(buffer, sizeof buffer)) text.append(buffer, size);
    if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);  // byte order mark
    return text;
}

bool isJson(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    return begin != std::string_view::npos && (text[begin] == '{' || text[begin] == '[');
}

[[noreturn]] void failColumns(const std::filesystem::path& path, const std::string& found) {
    throw Error(
        ErrorKind::Input,
        translated("The columns of the user and the item were not found in {}: {}.", path.filename().string(), found),
        translated("Each line needs a user and an item, and a rank or a score unless the lines are in the order "
                   "of the ranking. Name the columns: --columns user=…,item=…,score=…"));
}

/// The items of a cell such as "[12, 7, 3]" or "12 7 3".
std::vector<std::string_view> itemsIn(std::string_view cell) {
    std::vector<std::string_view> items;
    constexpr std::string_view kBetween = " \t,;|[](){}\"'";
    for (std::size_t begin = cell.find_first_not_of(kBetween); begin != std::string_view::npos;) {
        const std::size_t end = std::min(cell.find_first_of(kBetween, begin), cell.size());
        items.push_back(cell.substr(begin, end - begin));
        begin = cell.find_first_not_of(kBetween, end);
    }
    return items;
}

int chosenColumn(const std::string& choice, const std::vector<std::string>& header, const std::filesystem::path& path) {
    for (std::size_t i = 0; i < header.size(); ++i)
        if (header[i] == choice) return static_cast<int>(i);
    if (const auto number = parseNumber(choice);
        number && *number >= 1 && *number <= static_cast<double>(header.size()))
        return static_cast<int>(*number) - 1;
    failColumns(path, translated("there is no column \"{}\"", choice));
}

/// The columns that the header names; the user or item is -1 if it does not.
Columns namedColumns(const std::vector<std::string>& header) {
    Columns columns;
    double bestUser = 0, bestItem = 0;
    // A list of items is surer than the name of any other column: 100 is above every score of a name.
    constexpr double kSurest = 100;
    for (std::size_t i = 0; i < header.size(); ++i) {
        const Field field = fieldOf(header[i]);
        const NameMeaning meaning = meaningOf(header[i]);
        const bool isList = field == Field::List;
        if (field == Field::None) continue;
        if (field == Field::User || field == Field::Item || isList) {
            double& best = field == Field::User ? bestUser : bestItem;
            const double score = isList ? kSurest : field == Field::User ? meaning.user : meaning.item;
            if (score <= best) continue;
            best = score;
            columns.itemsAreLists = columns.isListInOneCell = columns.itemsAreLists || isList;
        } else if (columns.of(field) >= 0) {
            continue;
        }
        columns.of(field) = static_cast<int>(i);
    }
    return columns;
}

/// The columns of lines without a header: user, item and perhaps rank or score, or user and all items.
Columns unnamedColumns(const std::vector<std::vector<std::string>>& lines, const KnownIds& known) {
    const auto share = [&](auto isTrue) {
        return static_cast<double>(std::count_if(lines.begin(), lines.end(), isTrue)) /
               static_cast<double>(lines.size());
    };
    const double haveMany = share([&](const std::vector<std::string>& line) {
        return line.size() > 3 && known.isItem(trimmed(line[2])) && known.isItem(trimmed(line[3]));
    });
    const double haveLists = share([&](const std::vector<std::string>& line) {
        return line.size() == 2 && !known.isItem(trimmed(line[1])) && itemsIn(line[1]).size() > 1;
    });
    if (haveMany > 0.5 || haveLists > 0.5) return {.user = 0, .item = 1, .itemsAreLists = true};
    const double straight = share([&](const std::vector<std::string>& line) {
        return line.size() > 1 && known.isUser(trimmed(line[0])) && known.isItem(trimmed(line[1]));
    });
    const double swapped = share([&](const std::vector<std::string>& line) {
        return line.size() > 1 && known.isItem(trimmed(line[0])) && known.isUser(trimmed(line[1]));
    });
    Columns columns{.user = straight >= swapped ? 0 : 1, .item = straight >= swapped ? 1 : 0};
    if (std::max(straight, swapped) == 0) columns.user = columns.item = -1;
    const bool hasThird = share([](const std::vector<std::string>& line) {
                              return line.size() > 2 && parseNumber(trimmed(line[2]));
                          }) > 0.9;
    if (!hasThird) return columns;
    // Ranks of a user begin with 0 or 1 and have no gaps.
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
    // The last user of a sample may lack lines.
    (ranked > 0 && ranked + 1 >= byUser.size() ? columns.rank : columns.score) = 2;
    return columns;
}

std::optional<double> numberIn(const std::vector<std::string>& cells, int column) {
    return column >= 0 && column < static_cast<int>(cells.size())
               ? parseNumber(trimmed(cells[static_cast<std::size_t>(column)]))
               : std::nullopt;
}

std::string layoutText(const Columns& columns, const std::vector<std::string>& header) {
    const auto name = [&](int column) {
        return header.empty() ? translated("column {}", column + 1)
                              : '"' + header[static_cast<std::size_t>(column)] + '"';
    };
    std::vector<std::string> fields{translated("user in {}", name(columns.user)),
                                    translated("item in {}", name(columns.item))};
    if (columns.rank >= 0) fields.push_back(translated("rank in {}", name(columns.rank)));
    if (columns.score >= 0) fields.push_back(translated("score in {}", name(columns.score)));
    if (columns.system >= 0) fields.push_back(translated("model in {}", name(columns.system)));
    const std::string all = fmt::format("{}", fmt::join(fields, ", "));
    return columns.itemsAreLists ? translated("one user with all items per line: {}", all)
                                 : translated("one recommendation per line: {}", all);
}

void takeCells(const std::vector<std::string>& cells, const Columns& columns, ListFileFacts& facts,
               const std::function<void(const ListedRow&)>& take) {
    const auto cell = [&](int column) {
        return column >= 0 && column < static_cast<int>(cells.size()) ? trimmed(cells[static_cast<std::size_t>(column)])
                                                                      : std::string_view();
    };
    ListedRow row{.system = cell(columns.system),
                  .user = cell(columns.user),
                  .item = cell(columns.item),
                  .rank = numberIn(cells, columns.rank),
                  .score = numberIn(cells, columns.score)};
    if (row.user.empty() || row.item.empty()) {
        ++facts.damaged;
        return;
    }
    if (!columns.itemsAreLists) {
        ++facts.rows;
        return take(row);
    }
    const bool isOneCell = columns.isListInOneCell || columns.item + 1 == static_cast<int>(cells.size());
    double rank = 0;
    const auto takeItem = [&](std::string_view item) {
        if (item.empty()) return;
        row.item = item;
        row.rank = ++rank;
        ++facts.rows;
        take(row);
    };
    if (isOneCell) {
        for (const std::string_view item : itemsIn(cell(columns.item))) takeItem(item);
    } else {
        for (auto i = static_cast<std::size_t>(columns.item); i < cells.size(); ++i) takeItem(trimmed(cells[i]));
    }
}

constexpr std::size_t kSample = 500;  // lines from which the columns are recognised

bool namesOneOf(const ListColumns& chosen, const std::vector<std::string>& header) {
    return std::find(header.begin(), header.end(), chosen.user) != header.end() ||
           std::find(header.begin(), header.end(), chosen.item) != header.end();
}

/// The columns by their names, or else by the ids in them; the user or item is -1 if neither shows it.
Columns columnsOf(const std::vector<std::vector<std::string>>& records, const KnownIds& known) {
    const Columns named = namedColumns(records.front());
    if (named.user >= 0 && named.item >= 0) return named;
    const auto end = records.begin() + std::min(static_cast<std::ptrdiff_t>(kSample), std::ssize(records));
    return unnamedColumns({records.begin(), end}, known);
}

/// The delimiter with which the columns are recognised; otherwise the one that the lines suggest, empty if none does.
std::string delimiterOf(const std::string& text, const ListColumns& chosen, const KnownIds& known) {
    const std::vector<std::string_view> lines = linesOf(text, kSample);
    const std::string suggested = detectDelimiter(lines);
    if (lines.empty()) return {};
    const std::string sample(text, 0,
                             static_cast<std::size_t>(lines.back().data() - text.data()) + lines.back().size());
    std::string any = suggested;
    for (const std::string& candidate :
         {suggested, std::string("\t"), std::string(","), std::string(";"), std::string("|"), std::string(" ")}) {
        if (candidate.empty() || lines.front().find(candidate) == std::string_view::npos) continue;
        if (any.empty()) any = candidate;
        const std::vector<std::vector<std::string>> records = splitRecords(sample, candidate);
        if (records.empty()) continue;
        const Columns columns = columnsOf(records, known);
        if ((columns.user >= 0 && columns.item >= 0) || namesOneOf(chosen, records.front())) return candidate;
    }
    return any;
}

ListFileFacts readDelimited(const std::filesystem::path& path, std::string text, const ListColumns& chosen,
                            const KnownIds& known, const std::function<void(const ListedRow&)>& take) {
    const std::string delimiter = delimiterOf(text, chosen, known);
    if (delimiter.empty()) failColumns(path, translated("each line has one column"));
    std::vector<std::vector<std::string>> records = splitRecords(std::move(text), delimiter);
    if (records.empty()) failColumns(path, translated("it has no lines"));
    const std::vector<std::string> first = records.front();
    Columns columns = namedColumns(first);
    std::vector<std::string> header;
    if ((columns.user >= 0 && columns.item >= 0) || namesOneOf(chosen, first)) {
        header = first;
        records.erase(records.begin());
    } else {
        columns = columnsOf(records, known);
    }
    const std::vector<std::string> width = header.empty() ? std::vector<std::string>(first.size()) : header;
    const auto fields = {std::pair(&chosen.user, &columns.user), std::pair(&chosen.item, &columns.item),
                         std::pair(&chosen.rank, &columns.rank), std::pair(&chosen.score, &columns.score),
                         std::pair(&chosen.system, &columns.system)};
    for (const auto& [choice, column] : fields) {
        if (choice->empty()) continue;
        *column = chosenColumn(*choice, width, path);
        // A column that was chosen for one meaning has no other, whatever it was recognized as.
        for (const auto& [otherChoice, other] : fields)
            if (otherChoice->empty() && *other == *column) *other = -1;
    }
    const bool hasTimesOrRatings = std::any_of(header.begin(), header.end(), isTimeOrRating);
    if (hasTimesOrRatings && columns.rank < 0 && columns.score < 0 && !columns.itemsAreLists) {
        throw Error(
            ErrorKind::Input,
            translated("{} looks like interactions: it has times or ratings, and no rank or score.",
                       path.filename().string()),
            translated("Import it as a dataset; or name the columns if it has recommendations: --columns score=…"));
    }
    if (columns.user < 0 || columns.item < 0)
        failColumns(path, header.empty() ? translated("the first lines match no ids of the dataset")
                                         : fmt::format("{}", fmt::join(header, ", ")));
    if (!columns.itemsAreLists && !records.empty()) {
        const auto at = static_cast<std::size_t>(columns.item);
        const std::string cell = at < records.front().size() ? records.front()[at] : std::string();
        const std::vector<std::string_view> items = itemsIn(cell);
        columns.itemsAreLists = columns.rank < 0 && columns.score < 0 && items.size() > 1 &&
                                !known.isItem(trimmed(cell)) && known.isItem(items.front());
        columns.isListInOneCell = columns.itemsAreLists;
    }
    ListFileFacts facts;
    facts.layout = layoutText(columns, header);
    for (const std::vector<std::string>& cells : records) takeCells(cells, columns, facts, take);
    return facts;
}

std::string scalarText(const Json& value) {
    return value.is_string() ? value.get<std::string>() : value.is_primitive() && !value.is_null() ? value.dump() : "";
}

const std::string& chosenFor(Field field, const ListColumns& chosen) {
    static const std::string none;
    switch (field) {
        case Field::User:
            return chosen.user;
        case Field::Item:
            return chosen.item;
        case Field::Rank:
            return chosen.rank;
        case Field::Score:
            return chosen.score;
        case Field::System:
            return chosen.system;
        default:
            return none;
    }
}

/// The value of the key chosen for this meaning, or without a choice, of the first key that has this meaning and was
/// chosen for no other; null if there is none.
const Json* valueOf(const Json& object, Field field, const ListColumns& chosen) {
    if (!object.is_object()) return nullptr;
    if (const std::string& key = chosenFor(field, chosen); !key.empty()) {
        const auto found = object.find(key);
        return found == object.end() ? nullptr : &*found;
    }
    const auto isChosen = [&](const std::string& key) {
        return key == chosen.user || key == chosen.item || key == chosen.rank || key == chosen.score ||
               key == chosen.system;
    };
    for (auto entry = object.begin(); entry != object.end(); ++entry)
        if (fieldOf(entry.key()) == field && !isChosen(entry.key())) return &*entry;
    return nullptr;
}

std::optional<double> numberOf(const Json* value) {
    if (!value) return std::nullopt;
    if (value->is_number()) return value->get<double>();
    return value->is_string() ? parseNumber(value->get<std::string>()) : std::nullopt;
}

ListFileFacts readJson(const std::filesystem::path& path, std::string_view text, const ListColumns& chosen,
                       const std::function<void(const ListedRow&)>& take) {
    ListFileFacts facts;
    bool hasLists = false;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.empty()) continue;
        const Json object = Json::parse(line, nullptr, /*allow_exceptions=*/false);
        const Json* const userValue = valueOf(object, Field::User, chosen);
        if (!userValue) {
            ++facts.damaged;
            continue;
        }
        const Json* const systemValue = valueOf(object, Field::System, chosen);
        const std::string user = scalarText(*userValue), system = systemValue ? scalarText(*systemValue) : "";
        const Json* list = valueOf(object, Field::List, chosen);
        const Json* item = valueOf(object, Field::Item, chosen);
        if (item && item->is_array()) std::swap(list, item);
        if (list && list->is_array()) {
            hasLists = true;
            ListColumns inElement = chosen;
            if (object.contains(chosen.item)) inElement.item.clear();  // it names the list, not the item in it
            double place = 0;
            for (const Json& element : *list) {
                ++place;
                const Json* const inner = element.is_object() ? valueOf(element, Field::Item, inElement) : &element;
                const std::string id = inner ? scalarText(*inner) : std::string();
                if (id.empty()) continue;
                const Json* const rank = valueOf(element, Field::Rank, inElement);
                const Json* const score = valueOf(element, Field::Score, inElement);
                ++facts.rows;
                take({.system = system,
                      .user = user,
                      .item = id,
                      .rank = rank ? numberOf(rank) : std::optional(place),
                      .score = numberOf(score)});
            }
        } else if (const std::string id = item ? scalarText(*item) : std::string(); !id.empty()) {
            const auto rank = numberOf(valueOf(object, Field::Rank, chosen));
            const auto score = numberOf(valueOf(object, Field::Score, chosen));
            ++facts.rows;
            take({.system = system, .user = user, .item = id, .rank = rank, .score = score});
        } else {
            ++facts.damaged;
        }
    }
    if (facts.rows == 0) failColumns(path, translated("no object has a user and an item or a list of items"));
    facts.layout = hasLists ? translated("JSON, one user with a list of items per object")
                            : translated("JSON, one recommendation per object");
    return facts;
}

}  // namespace

bool looksLikeLists(const std::filesystem::path& path) {
    constexpr std::size_t kBytes = 1 << 16;
    const OpenedText opened = openText(partAt(path));
    const std::string text = readUpTo(*opened.bytes, kBytes);
    const std::vector<std::string_view> lines = linesOf(text, 2);
    if (lines.empty()) return false;
    if (isJson(text)) {
        const Json object = Json::parse(lines.front(), nullptr, /*allow_exceptions=*/false);
        if (!object.is_object() || !valueOf(object, Field::User, {})) return false;
        const Json* const list = valueOf(object, Field::List, {});
        if (list && list->is_array()) return true;
        const bool isInteraction = std::any_of(object.items().begin(), object.items().end(),
                                               [&](const auto& entry) { return isTimeOrRating(entry.key()); });
        return !isInteraction && valueOf(object, Field::Item, {}) &&
               (valueOf(object, Field::Rank, {}) || valueOf(object, Field::Score, {}));
    }
    const std::string delimiter = detectDelimiter(linesOf(text, 50));
    if (delimiter.empty()) return false;
    const std::vector<std::vector<std::string>> records = splitRecords(std::string(lines.front()) + '\n', delimiter);
    if (records.empty()) return false;
    const Columns columns = namedColumns(records.front());
    if (columns.user < 0 || columns.item < 0) return false;
    const bool isInteraction = std::any_of(records.front().begin(), records.front().end(),
                                           [&](const std::string& name) { return isTimeOrRating(name); });
    return !isInteraction && (columns.rank >= 0 || columns.score >= 0 || columns.itemsAreLists);
}

ListFileFacts readListFile(const std::filesystem::path& path, const ListColumns& columns, const KnownIds& known,
                           const std::function<void(const ListedRow&)>& take) {
    std::string text = readText(path);
    if (isJson(text)) return readJson(path, text, columns, take);
    return readDelimited(path, std::move(text), columns, known, take);
}

}  // namespace recscope
