// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/item_lists.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/data/column_names.h"
#include "core/data/missing_value.h"
#include "core/data/record_grammar.h"
#include "core/util/text.h"

namespace recscope {

namespace {

constexpr std::array<std::pair<char, char>, 3> kBrackets = {{{'[', ']'}, {'{', '}'}, {'(', ')'}}};

bool isQuote(char c) {
    return c == '"' || c == '\'';
}

/// The text of an entry that was written between quotes, with its escape sequences decoded.
std::string unescaped(std::string_view quoted) {
    const auto json = nlohmann::json::parse(quoted, nullptr, /*allow_exceptions=*/false);
    if (json.is_string()) return json.get<std::string>();
    std::string text;
    for (std::size_t i = 1; i + 1 < quoted.size(); ++i) {
        if (quoted[i] == '\\' && i + 2 < quoted.size()) ++i;
        text += quoted[i];
    }
    return text;
}

/// Counts over the distinct cells of a column when they are divided at one separator.
struct Divided {
    std::size_t cells = 0, multi = 0;          // all cells, and those with two or more entries
    std::size_t entries = 0;                   // all entries
    std::size_t repeated = 0;                  // entries whose text occurs in other cells, too
    std::size_t moving = 0;                    // entries whose text occurs both first and later in cells
    std::size_t texts = 0, ids = 0, keys = 0;  // entries like sentences, like ids, like "key: value"
    std::size_t longest = 0;                   // largest number of entries of a cell
    std::size_t usualLength = 0;               // number of cells with the most frequent number of entries
    std::size_t numbers = 0;                   // cells counted in `multi` that are one number: "4,5"

    double share(std::size_t count, std::size_t of) const {
        return of > 0 ? static_cast<double>(count) / static_cast<double>(of) : 0;
    }
};

bool isText(std::string_view entry) {
    constexpr std::size_t kLongest = 60, kBlanks = 5;  // bytes, and blanks between words, of the name of an item
    return entry.size() > kLongest || static_cast<std::size_t>(std::count(entry.begin(), entry.end(), ' ')) > kBlanks;
}

/// "4711", "N55528", "sku-12": a code without blanks that is not a decimal number.
bool isCode(std::string_view entry) {
    constexpr std::size_t kLongest = 40;
    return entry.size() <= kLongest && entry.find_first_of("0123456789") != std::string_view::npos &&
           entry.find_first_of(" .:/") == std::string_view::npos;
}

Divided countEntries(const std::vector<std::string_view>& cells, const std::string& separator, bool endInAmounts) {
    struct Uses {
        std::size_t cells = 0, lastCell = 0, all = 0;
        bool isFirst = false, isLater = false;
    };
    Divided found;
    found.cells = cells.size();
    std::unordered_map<std::string, Uses> uses;
    std::unordered_map<std::size_t, std::size_t> lengths;
    CellDivider divider(separator);
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const auto entries = divider.divide(cells[i]);
        found.multi += entries.size() > 1;
        found.numbers += entries.size() > 1 && numberWithAnyPoint(cells[i]).has_value();
        found.longest = std::max(found.longest, entries.size());
        ++lengths[entries.size()];
        for (std::size_t entry = 0; entry < entries.size(); ++entry) {
            const std::string_view text = endInAmounts ? withoutAmount(entries[entry]) : entries[entry];
            Uses& use = uses[std::string(text)];
            use.cells += use.lastCell != i + 1;
            use.lastCell = i + 1;
            ++use.all;
            (entry == 0 ? use.isFirst : use.isLater) = true;
            found.texts += isText(text);
            found.ids += isCode(text);
            found.keys += text.find(':') != std::string_view::npos;
        }
        found.entries += entries.size();
    }
    for (const auto& [text, use] : uses) {
        if (use.cells > 1) found.repeated += use.all;
        if (use.isFirst && use.isLater) found.moving += use.all;
    }
    for (const auto& [length, count] : lengths) found.usualLength = std::max(found.usualLength, count);
    return found;
}

/// "items", "product_ids", "movie_list": a name for several items.
bool namesSeveral(std::string_view name) {
    const std::vector<std::string> words = wordsOf(name);
    if (words.empty()) return false;
    const bool isPlural = words.back().size() > 2 && words.back().ends_with('s');
    return namesHistory(name) || (meaningOf(name).item >= kKnownName && (isPlural || words.back() == "list"));
}

// Shares that separate lists from other texts. They describe one column, as the limits in column_profile.cpp do; the
// class 24_lists_in_cells in tests/data/variants has cases on both sides of each.
constexpr double kNearlyAll = 0.95;
constexpr double kEnoughLists = 0.3;       // share of cells that have several entries
constexpr double kRepeated = 0.7;          // share of entries that occur in other lists
constexpr double kPerhapsRepeated = 0.5;   // the same, if the user of the program decides
constexpr double kMoving = 0.4;            // share of entries that occur both first and later in lists
constexpr double kPerhapsMoving = 0.25;    // the same, if the user of the program decides
constexpr double kRepeatedWhole = 0.5;     // with a larger share of divisible cells that recur whole, they may be names
constexpr double kMostOfOneLength = 0.95;  // share of lists that have the same length, as coordinates have
constexpr std::size_t kFewLists = 20;      // with fewer lists, the shares of repeated entries are not reliable

/// `wholeRepeated`: the share of the cells with several entries whose text occurs again.
Lists judged(const Divided& found, const std::string& separator, bool areEnclosed, bool endInAmounts,
             double wholeRepeated, std::string_view name) {
    if (found.multi == 0 || found.share(found.texts, found.entries) > 1 - kNearlyAll) return Lists::No;
    const bool isVaried = found.share(found.usualLength, found.cells) < kMostOfOneLength;
    const double repeated = found.share(found.repeated, found.entries),
                 moving = found.share(found.moving, found.entries);
    const bool areIds = found.share(found.ids, found.entries) >= kNearlyAll;
    const bool isNamed = namesSeveral(name);
    if (separator == " " && !areIds) return Lists::No;  // names have several words
    if (areEnclosed) {
        if (found.share(found.keys, found.entries) > 0.5) return Lists::No;  // an object: {"a": 1}
        if (isVaried || (repeated >= kRepeated && moving >= kMoving)) return Lists::Yes;
        return isNamed ? Lists::Perhaps : Lists::No;
    }
    if (found.share(found.multi, found.cells) < kEnoughLists || 2 * found.numbers > found.multi) return Lists::No;
    if (isVaried && endInAmounts) return Lists::Yes;  // "Bread:2;Milk:1"
    if (!isVaried) return repeated >= kRepeated && moving >= kRepeated ? Lists::Perhaps : Lists::No;
    if (repeated >= kRepeated && moving >= kMoving)
        return isNamed || wholeRepeated < kRepeatedWhole ? Lists::Yes : Lists::Perhaps;
    if (areIds && isNamed) return Lists::Yes;
    if (repeated >= kPerhapsRepeated && moving >= kPerhapsMoving) return Lists::Perhaps;
    return isNamed && found.cells < kFewLists ? Lists::Perhaps : Lists::No;
}

}  // namespace

std::string_view withoutAmount(std::string_view entry) {
    constexpr std::string_view kDigits = "0123456789.", kTimes = "\xC3\x97";  // the sign for "times"
    std::string_view text = trimmed(entry);
    const bool isInRoundBrackets = text.ends_with(')');
    if (isInRoundBrackets) text.remove_suffix(1);
    const std::size_t end = text.find_last_not_of(kDigits);
    if (end == std::string_view::npos || !parseNumber(text.substr(end + 1))) return entry;
    text = trimmed(text.substr(0, end + 1));
    if (text.ends_with('x') || text.ends_with('X') || text.ends_with(kTimes)) {
        text.remove_suffix(text.ends_with(kTimes) ? kTimes.size() : 1);
        if (!text.ends_with(isInRoundBrackets ? '(' : ' ')) return entry;
        text.remove_suffix(1);
    } else if (!isInRoundBrackets && (text.ends_with(':') || text.ends_with('*'))) {
        text.remove_suffix(1);
    } else {
        return entry;
    }
    text = trimmed(text);
    const bool isName = std::any_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
    });
    return isName ? text : entry;  // "12:30" is a time
}

bool haveAmounts(std::span<const std::string_view> cells, const std::string& separator) {
    constexpr double kMostRepeated = 0.05;         // share of names that occur again in their cell with another number
    constexpr std::size_t kMostNumbersOfName = 8;  // on average
    std::size_t all = 0, ending = 0, enclosed = 0, written = 0, repeated = 0;
    std::unordered_set<std::string> whole, names;
    CellDivider divider(separator);
    for (const std::string_view cell : cells) {
        const auto entries = divider.divide(cell);
        written += !entries.empty();
        enclosed += isInBrackets(cell);
        all += entries.size();
        std::unordered_map<std::string, std::string_view> ofCell;
        for (const std::string_view entry : entries) {
            const std::string name(withoutAmount(entry));
            ending += name.size() < entry.size();
            const auto [at, isNew] = ofCell.try_emplace(name, entry);
            repeated += !isNew && at->second != entry;
            whole.emplace(entry);
            names.insert(name);
        }
    }
    // A basket names a product once, and a product has few amounts: "item:42|item:17" are ids.
    const bool areIds = static_cast<double>(repeated) > kMostRepeated * static_cast<double>(all) ||
                        whole.size() > kMostNumbersOfName * names.size();
    return 2 * enclosed <= written && all > 1 && !areIds &&
           static_cast<double>(ending) >= kNearlyAll * static_cast<double>(all);
}

bool isInBrackets(std::string_view cell) {
    cell = trimmed(cell);
    if (cell.size() < 2) return false;
    for (const auto& [open, close] : kBrackets) {
        if (cell.front() != open || cell.back() != close) continue;
        const std::string_view inside = trimmed(cell.substr(1, cell.size() - 2));
        if (inside.starts_with('"') || inside.starts_with('\'')) return true;
        // False for "(500) Days of Summer (2009)", and for "(Live)", which is a remark and not a list.
        return inside.find(open) == std::string_view::npos &&
               (open != '(' || inside.find(',') != std::string_view::npos);
    }
    return false;
}

CellDivider::CellDivider(std::string separator) : m_separator(std::move(separator)) {
    const std::string_view kept = trimmed(m_separator);
    if (!kept.empty() && kept.size() + 1 < m_separator.size()) m_separator = std::string(kept);  // " | "
}

/// Takes an entry between quotes from the beginning of the text; empty if the quote does not enclose an entry.
std::string_view CellDivider::takeQuoted(std::string_view& left) {
    const char quote = left[0];
    bool isEscaped = false;
    const std::string_view separator = trimmed(m_separator);
    for (std::size_t i = 1; i < left.size(); ++i) {
        if (left[i] == '\\' && i + 1 < left.size()) {
            isEscaped = true;
            ++i;
            continue;
        }
        if (left[i] != quote) continue;
        const std::string_view after = left.substr(i + 1);
        const std::string_view rest = trimmed(after);
        const bool isBlank = separator.empty() && !after.empty() && trimmed(after.substr(0, 1)).empty();
        if (!rest.empty() && !isBlank && (separator.empty() || !rest.starts_with(separator))) continue;
        std::string_view entry = left.substr(1, i - 1);
        if (isEscaped) entry = m_texts.emplace_back(unescaped(left.substr(0, i + 1)));
        left = rest.empty() || separator.empty() ? rest : rest.substr(separator.size());
        return entry;
    }
    return {};
}

std::span<const std::string_view> CellDivider::divide(std::string_view cell, bool keepsEmpty) {
    m_entries.clear();
    m_texts.clear();
    std::string_view left = trimmed(cell);
    if (isInBrackets(left)) left = left.substr(1, left.size() - 2);
    while (!(left = trimmed(left)).empty()) {
        std::string_view entry;
        if (isQuote(left[0])) {
            const std::size_t before = left.size();
            entry = trimmed(takeQuoted(left));
            if (left.size() < before) {
                if (!entry.empty()) m_entries.push_back(entry);
                continue;
            }
        }
        const std::size_t end = m_separator.empty() ? std::string_view::npos : left.find(m_separator);
        entry = trimmed(left.substr(0, end));
        left.remove_prefix(end == std::string_view::npos ? left.size() : end + m_separator.size());
        if (!entry.empty() || keepsEmpty) m_entries.push_back(entry);
        const bool isBeforeEnd = end != std::string_view::npos && trimmed(left).empty();
        if (isBeforeEnd && keepsEmpty) m_entries.emplace_back();
    }
    return m_entries;
}

ListEvidence listsIn(std::span<const std::string_view> cells, std::string_view name) {
    constexpr std::size_t kFewest = 3;
    std::unordered_map<std::string_view, std::size_t> rows;
    std::vector<std::string_view> distinct;
    std::size_t enclosed = 0;
    for (const std::string_view cell : cells) {
        const std::string_view text = trimmed(cell);
        if (isMissing(text) || ++rows[text] > 1) continue;
        distinct.push_back(text);
        enclosed += isInBrackets(text);
    }
    ListEvidence best;
    if (distinct.size() < kFewest) return best;
    const bool areEnclosed = static_cast<double>(enclosed) >= kNearlyAll * static_cast<double>(distinct.size());
    double bestRepeated = 0;
    for (const char* separator : {"|", ";", "\t", ", ", ",", " "}) {
        const auto hasIt = [&](std::string_view text) { return text.find(separator) != std::string_view::npos; };
        const auto having = static_cast<std::size_t>(std::count_if(distinct.begin(), distinct.end(), hasIt));
        if (having < 2) continue;
        const bool endInAmounts = !areEnclosed && haveAmounts(distinct, separator);
        const Divided found = countEntries(distinct, separator, endInAmounts);
        std::size_t again = 0, all = 0;
        for (const std::string_view text : distinct) {
            if (!hasIt(text)) continue;
            all += rows[text];
            again += rows[text] > 1 ? rows[text] : 0;
        }
        const Lists lists = judged(found, separator, areEnclosed, endInAmounts, found.share(again, all), name);
        // As in "1,5 l of milk, bread": if two separators fit, the one whose entries repeat more often is taken.
        const double repeated = found.share(found.repeated, found.entries);
        constexpr double kMore = 0.02;
        if (lists == Lists::No || lists < best.lists) continue;
        if (lists == best.lists && repeated < bestRepeated + kMore) continue;
        best = {lists, separator, endInAmounts};
        bestRepeated = repeated;
    }
    return best;
}

bool namesHistory(std::string_view name) {
    static const std::set<std::string> kNames = {"history", "sequence", "seq",   "interactions", "clicks",  "views",
                                                 "likes",   "basket",   "cart",  "purchases",    "watched", "events",
                                                 "list",    "orders",   "plays", "favorites",    "bought",  "read"};
    return kNames.contains(plainName(name));
}

std::string separatorText(const std::string& separator) {
    return separator == "\t" ? "\"\\t\"" : fmt::format("\"{}\"", separator);
}

}  // namespace recscope
