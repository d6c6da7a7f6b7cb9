// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/adopt/list_columns.h"
#include "core/adopt/list_readers.h"
#include "core/data/delimited.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using Json = nlohmann::json;

std::string scalarText(const Json& value) {
    return value.is_string() ? value.get<std::string>() : value.is_primitive() && !value.is_null() ? value.dump() : "";
}

const std::string& chosenFor(ListField field, const ListColumns& chosen) {
    static const std::string none;
    switch (field) {
        case ListField::User:
            return chosen.user;
        case ListField::Item:
            return chosen.item;
        case ListField::Rank:
            return chosen.rank;
        case ListField::Score:
            return chosen.score;
        case ListField::System:
            return chosen.system;
        default:
            return none;
    }
}

/// The value of the key that the caller chose for this field. Without a choice, the value of the first key whose name
/// suggests this field, unless the caller chose that key for another field. Null if there is no such key.
const Json* valueOf(const Json& object, ListField field, const ListColumns& chosen) {
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
        if (listFieldOf(entry.key()) == field && !isChosen(entry.key())) return &*entry;
    return nullptr;
}

std::optional<double> numberOf(const Json* value) {
    if (!value) return std::nullopt;
    if (value->is_number()) return value->get<double>();
    return value->is_string() ? parseNumber(value->get<std::string>()) : std::nullopt;
}

}  // namespace

void readJsonLists(const std::filesystem::path& path, std::string_view text, const ListColumns& chosen,
                   ListSink& sink) {
    bool hasLists = false;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.empty()) continue;
        const Json object = Json::parse(line, nullptr, /*allow_exceptions=*/false);
        const Json* const userValue = valueOf(object, ListField::User, chosen);
        if (!userValue) {
            sink.addDamaged();
            continue;
        }
        const Json* const systemValue = valueOf(object, ListField::System, chosen);
        const std::string user = scalarText(*userValue), system = systemValue ? scalarText(*systemValue) : "";
        const Json* list = valueOf(object, ListField::List, chosen);
        const Json* item = valueOf(object, ListField::Item, chosen);
        if (item && item->is_array()) std::swap(list, item);  // a key such as "item" may also hold the list
        if (list && list->is_array()) {
            hasLists = true;
            ListColumns inElement = chosen;
            if (object.contains(chosen.item)) inElement.item.clear();  // this key names the list, not its items
            double place = 0;
            for (const Json& element : *list) {
                ++place;
                const Json* const inner = element.is_object() ? valueOf(element, ListField::Item, inElement) : &element;
                const std::string id = inner ? scalarText(*inner) : std::string();
                if (id.empty()) continue;
                const Json* const rank = valueOf(element, ListField::Rank, inElement);
                const Json* const score = valueOf(element, ListField::Score, inElement);
                sink.add({.system = system,
                          .user = user,
                          .item = id,
                          .rank = rank ? numberOf(rank) : std::optional(place),
                          .score = numberOf(score)});
            }
        } else if (const std::string id = item ? scalarText(*item) : std::string(); !id.empty()) {
            const auto rank = numberOf(valueOf(object, ListField::Rank, chosen));
            const auto score = numberOf(valueOf(object, ListField::Score, chosen));
            sink.add({.system = system, .user = user, .item = id, .rank = rank, .score = score});
        } else {
            sink.addDamaged();
        }
    }
    if (sink.facts().rows == 0)
        failListColumns(path, translated("no object has a user and an item or a list of items"));
    sink.setLayout(hasLists ? translated("JSON, one user with a list of items per object")
                            : translated("JSON, one recommendation per object"));
}

bool looksLikeJsonLists(std::string_view text) {
    const Json object = Json::parse(linesOf(text, 1).front(), nullptr, /*allow_exceptions=*/false);
    if (!object.is_object() || !valueOf(object, ListField::User, {})) return false;
    const Json* const list = valueOf(object, ListField::List, {});
    if (list && list->is_array()) return true;
    const bool isInteraction = std::any_of(object.items().begin(), object.items().end(),
                                           [&](const auto& entry) { return isTimeOrRating(entry.key()); });
    return !isInteraction && valueOf(object, ListField::Item, {}) &&
           (valueOf(object, ListField::Rank, {}) || valueOf(object, ListField::Score, {}));
}

}  // namespace recscope
