// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/json_outline.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "core/data/column_names.h"
#include "core/util/text.h"

namespace recscope {

namespace {

using Kind = JsonOutline::Kind;

constexpr std::size_t kDepth = 4;       // levels of which members are kept
constexpr std::size_t kMembers = 24;    // members kept of each value
constexpr std::size_t kMaxText = 1000;  // bytes kept of a text

constexpr std::string_view kBlank = " \t\r\n";

bool isNearlyAll(std::size_t part, std::size_t all) {
    return all > 0 && 10 * part >= 9 * all;
}

std::set<std::string> keysOf(const JsonOutline& value) {
    std::set<std::string> keys;
    for (const JsonOutline& member : value.members) keys.insert(member.key);
    return keys;
}

bool holdsOnly(const JsonOutline& value, std::initializer_list<Kind> kinds) {
    std::size_t counted = 0;
    for (const Kind kind : kinds) counted += value.countOf(kind);
    return value.count() > 0 && counted == value.count();
}

/// True if a key surely names a user, an item, a time or a rating, and so is not itself the id of a user or an item. A
/// key of several words is more likely a title: "The Time Machine".
bool namesColumn(const std::string& key) {
    if (key.find(' ') != std::string::npos) return false;
    const NameMeaning meaning = meaningOf(key);
    return std::max({meaning.user, meaning.item, meaning.time, meaning.rating}) >= kSureName;
}

bool namesUser(const JsonOutline& row) {
    return std::any_of(row.members.begin(), row.members.end(),
                       [](const JsonOutline& member) { return meaningOf(member.key).user >= kSureName; });
}

/// The first object of an array or a dictionary; null if it has none.
const JsonOutline* firstRow(const JsonOutline& value) {
    const auto found = std::find_if(value.members.begin(), value.members.end(),
                                    [](const JsonOutline& member) { return member.kind == Kind::Object; });
    return found == value.members.end() ? nullptr : &*found;
}

/// True if the members hold rows of their own with different keys, or rows that name their users: then the members are
/// tables ("users", "ratings"; "train", "test"), and not the users of one table.
bool holdsTables(const JsonOutline& value) {
    constexpr std::size_t kMaxTables = 20;
    if (value.count() > kMaxTables) return false;
    std::set<std::string> first;
    for (const JsonOutline& member : value.members) {
        const JsonOutline* row = firstRow(member);
        if (!row) continue;
        if (namesUser(*row)) return true;
        const std::set<std::string> keys = keysOf(*row);
        if (first.empty()) first = keys;
        if (!std::includes(first.begin(), first.end(), keys.begin(), keys.end()) &&
            !std::includes(keys.begin(), keys.end(), first.begin(), first.end()))
            return true;
    }
    return false;
}

/// True if each member (a user) is a dictionary of numbers, and the keys of these dictionaries (the items) differ.
bool arePairsOfNumbers(const JsonOutline& value) {
    std::size_t differing = 0;
    for (const JsonOutline& member : value.members) {
        if (!holdsOnly(member, {Kind::Number})) return false;
        if (std::any_of(member.members.begin(), member.members.end(),
                        [](const JsonOutline& inner) { return namesColumn(inner.key); }))
            return false;
        differing += keysOf(member) != keysOf(value.members[0]);
    }
    return 2 * differing >= value.members.size();
}

/// True if each member (a user) is a dictionary of flat objects, one for each item: {"user": {"item": {"rating": 5}}}.
bool areTrees(const JsonOutline& value) {
    const auto isTree = [](const JsonOutline& member) {
        return holdsOnly(member, {Kind::Object}) &&
               std::all_of(member.members.begin(), member.members.end(), [](const JsonOutline& inner) {
                   return inner.countOf(Kind::Object) + inner.countOf(Kind::Array) == 0 && inner.count() > 0;
               });
    };
    return std::all_of(value.members.begin(), value.members.end(), isTree) && !holdsTables(value);
}

}  // namespace

void JsonOutliner::take(std::string_view text) {
    for (const char c : text) {
        if (!m_isOneObject) return;
        take(c);
    }
}

void JsonOutliner::take(char c) {
    if (m_quote == 0) {
        takeBetween(c);
        return;
    }
    if (std::exchange(m_isEscaped, false)) {
        m_token += c;
    } else if (c == m_quote) {
        m_quote = 0;
    } else {
        m_isEscaped = c == '\\';
        if (m_token.size() < kMaxText) m_token += c;
    }
}

void JsonOutliner::takeBetween(char c) {
    if (kBlank.find(c) != std::string_view::npos) return;
    if (m_depth == 0) {
        const bool isMark = !m_isClosed && kByteOrderMark.find(c) != std::string_view::npos;
        if (isMark) return;
        m_isOneObject = c == '{' && !m_isClosed;
        if (m_isOneObject) open(c);
    } else if (c == '"' || c == '\'') {
        m_quote = c;
        m_isText = true;
        m_token.clear();
    } else if (c == ':') {
        m_key = std::exchange(m_token, {});
        m_isText = false;
    } else if (c == '{' || c == '[' || c == '(') {
        open(c);
    } else if (c == '}' || c == ']' || c == ')') {
        endToken();
        close();
    } else if (c == ',') {
        endToken();
    } else if (m_token.size() < kMaxText) {
        m_token += c;
    }
}

void JsonOutliner::open(char bracket) {
    if (m_depth++ < kDepth) {
        m_open.push_back({bracket == '{' ? Kind::Object : Kind::Array, std::exchange(m_key, {}), {}, {}});
    } else if (m_depth == kDepth + 1) {
        add({bracket == '{' ? Kind::Object : Kind::Array, std::exchange(m_key, {}), {}, {}});
    }
    m_token.clear();
    m_isText = false;
}

void JsonOutliner::close() {
    if (m_depth-- > kDepth) return;
    JsonOutline value = std::move(m_open.back());
    m_open.pop_back();
    if (m_depth > 0) {
        add(std::move(value));
    } else {
        m_root = std::move(value);
        m_isClosed = true;
    }
}

void JsonOutliner::endToken() {
    std::string key = std::exchange(m_key, {});
    const bool isValue = m_isText || !m_token.empty();
    if (isValue && m_depth <= kDepth) {
        const bool isNumber = !m_isText && parseNumber(m_token).has_value();
        add({isNumber ? Kind::Number : Kind::Text, std::move(key), {}, {}});
    }
    m_token.clear();
    m_isText = false;
}

void JsonOutliner::add(JsonOutline value) {
    JsonOutline& parent = m_open.back();
    ++parent.counts.at(static_cast<std::size_t>(value.kind));
    if (parent.members.size() < kMembers) parent.members.push_back(std::move(value));
}

JsonOutline JsonOutliner::outline() const {
    if (m_isClosed || m_open.empty()) return m_root;
    JsonOutliner ended = *this;  // as if the text ended here
    while (!ended.m_isClosed) ended.close();
    return ended.m_root;
}

JsonTable tableIn(const JsonOutline& value) {
    const std::size_t count = value.count();
    if (value.kind == Kind::Array) return firstRow(value) ? JsonTable::Rows : JsonTable::None;
    if (value.kind != Kind::Object || count < 2) return JsonTable::None;
    if (isNearlyAll(value.countOf(Kind::Array), count)) {
        // {"user": [1, 2], "item": [3, 4]} holds the columns of a table, not a list for each user.
        const bool areColumns = std::count_if(value.members.begin(), value.members.end(),
                                              [](const JsonOutline& member) { return namesColumn(member.key); }) >= 2;
        const auto holdsLists = [](const JsonOutline& member) { return member.countOf(Kind::Array) > 0; };
        const bool isNested = std::any_of(value.members.begin(), value.members.end(), holdsLists);
        return areColumns || isNested || holdsTables(value) ? JsonTable::None : JsonTable::Lists;
    }
    if (!isNearlyAll(value.countOf(Kind::Object), count)) return JsonTable::None;
    if (arePairsOfNumbers(value) || areTrees(value)) return JsonTable::Pairs;
    const auto hasScalars = [](const JsonOutline& member) {
        return member.countOf(Kind::Text) + member.countOf(Kind::Number) > 0;
    };
    const JsonOutline* row = firstRow(value);
    const bool areRows = row && std::all_of(value.members.begin(), value.members.end(), hasScalars) &&
                         keysOf(*row) != std::set<std::string>() && !holdsTables(value);
    return areRows ? JsonTable::Rows : JsonTable::None;
}

std::vector<std::string> tablesBelow(const JsonOutline& object) {
    std::vector<std::string> tables;
    // {"user": "a", "events": […]} is the history of one user, not a container of tables.
    for (const JsonOutline& member : object.members) {
        const bool isScalar = member.kind == Kind::Text || member.kind == Kind::Number;
        if (isScalar && meaningOf(member.key).user >= kSureName) return {};
    }
    for (const JsonOutline& member : object.members) {
        if (tableIn(member) != JsonTable::None) {
            tables.push_back(member.key);
        } else if (member.kind == Kind::Object) {
            for (const JsonOutline& inner : member.members) {
                if (tableIn(inner) != JsonTable::None) tables.push_back(fmt::format("{}/{}", member.key, inner.key));
            }
        }
    }
    return tables;
}

const JsonOutline* valueAt(const JsonOutline& object, std::string_view path) {
    for (const JsonOutline& member : object.members) {
        if (member.key == path) return &member;
        if (!path.starts_with(member.key) || !path.substr(member.key.size()).starts_with('/')) continue;
        if (const JsonOutline* inner = valueAt(member, path.substr(member.key.size() + 1))) return inner;
    }
    return nullptr;
}

std::optional<JsonTable> dictionaryIn(std::string_view beginning) {
    JsonOutliner outliner;
    outliner.take(beginning);
    if (!outliner.isOneObject()) return JsonTable::None;
    const JsonOutline outline = outliner.outline();
    constexpr std::size_t kEnough = 3;  // members, of which the last may be cut off
    if (!outliner.isClosed() && outline.count() < kEnough) return std::nullopt;
    return tableIn(outline);
}

}  // namespace recscope
