// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/scenario_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "core/store/connection.h"
#include "core/store/dataset_store.h"
#include "core/store/name_length.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/time.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using Json = nlohmann::json;

const char* const kInfoColumns =
    "SELECT id, user, name, json_array_length(places), json_array_length(history), made_at FROM scenario ";

ScenarioInfo infoAt(SQLite::Statement& select) {
    return {.id = select.getColumn(0).getInt64(),
            .user = textAt(select, 1),
            .name = textAt(select, 2),
            .items = select.getColumn(3).getInt64(),
            .original = select.getColumn(4).getInt64(),
            .madeAt = textAt(select, 5)};
}

[[noreturn]] void failMissing() {
    throw Error(ErrorKind::Input, translated("This scenario is no longer in the workspace."),
                translated("Choose another one."));
}

/// The JSON columns that `save` writes.
struct StoredTexts {
    std::vector<std::string> history;
    std::vector<std::pair<std::optional<std::string>, std::int32_t>> places;  ///< item (none = masked) and its origin
};

StoredTexts readTexts(const ScenarioInfo& info, const std::string& history, const std::string& places) {
    StoredTexts texts;
    try {
        texts.history = Json::parse(history).get<std::vector<std::string>>();
        for (const Json& entry : Json::parse(places)) {
            auto& [item, original] = texts.places.emplace_back();
            if (!entry.at(0).is_null()) item = entry.at(0).get<std::string>();
            original = static_cast<std::int32_t>(entry.at(1).get_ref<const Json::number_integer_t&>());
        }
    } catch (const Json::exception&) {
        throw Error(ErrorKind::Workspace, translated("The scenario \"{}\" cannot be read.", info.name),
                    translated("The workspace may be damaged."));
    }
    return texts;
}

/// The trimmed name for the scenario `id` (0 = a new one); throws if another scenario of this user has that name.
std::string freeName(SQLite::Database& database, const std::string& dataset, const std::string& user,
                     const std::string& given, ScenarioId id) {
    std::string name(trimmed(given));
    if (name.empty())
        throw Error(ErrorKind::Input, translated("A scenario needs a name."), translated("Type at least one letter."));
    checkNameLength(name);
    SQLite::Statement taken(
        database, "SELECT 1 FROM scenario WHERE dataset = ? AND user = ? AND name = ? AND id <> ? AND removed = 0");
    SQLite::bind(taken, dataset, user, name, id);
    if (taken.executeStep()) {
        throw Error(ErrorKind::Input, translated("User {} already has a scenario \"{}\".", user, name),
                    translated("Choose another name, or delete that one first."));
    }
    return name;
}

/// Ids and tokens of a dataset's items, queried one by one, because a scenario has few items.
class Items {
public:
    Items(SQLite::Database& database, DatasetId dataset)
        : m_ids(database, "SELECT id FROM item WHERE dataset = ? AND token = ?"),
          m_tokens(database, "SELECT token FROM item WHERE dataset = ? AND id = ?") {
        m_ids.bind(1, dataset);
        m_tokens.bind(1, dataset);
    }

    std::string idOf(Token token) {
        m_ids.reset();
        m_ids.bind(2, token);
        if (!m_ids.executeStep())
            throw Error(ErrorKind::Usage, translated("The token {} is not an item of this dataset.", token),
                        translated("Choose items of the dataset."));
        return textAt(m_ids, 0);
    }

    std::optional<Token> tokenOf(const std::string& id) {
        m_tokens.reset();
        m_tokens.bind(2, id);
        if (!m_tokens.executeStep()) return std::nullopt;
        return m_tokens.getColumn(0).getInt();
    }

private:
    SQLite::Statement m_ids, m_tokens;
};

}  // namespace

std::vector<EditedItem> withCheckedOrigins(const Scenario& scenario, std::span<const Token> history) {
    std::vector<EditedItem> items = scenario.edited;
    for (EditedItem& item : items) {
        if (item.original < 0) continue;
        const auto at = static_cast<std::size_t>(item.original);
        const bool same = at < history.size() && at < scenario.original.size() && history[at] == scenario.original[at];
        if (!same) item.original = -1;
    }
    return items;
}

std::vector<ScenarioInfo> ScenarioStore::list(DatasetId dataset, const std::string& user) const {
    return reading(m_workspace, [&](SQLite::Database& database) {
        SQLite::Statement select(database, std::string(kInfoColumns) +
                                               "WHERE dataset = (SELECT name FROM dataset WHERE id = ?1) AND "
                                               "(?2 = '' OR user = ?2) AND removed = 0 "
                                               "ORDER BY CAST(user AS INTEGER), user, name COLLATE NOCASE, id");
        SQLite::bind(select, dataset, user);
        std::vector<ScenarioInfo> list;
        while (select.executeStep()) list.push_back(infoAt(select));
        return list;
    });
}

ScenarioInfo ScenarioStore::byName(DatasetId dataset, const std::string& user, const std::string& name) const {
    std::vector<std::string> names;
    for (ScenarioInfo& info : list(dataset, user)) {
        if (info.name == name) return std::move(info);
        names.push_back(info.name);
    }
    throw Error(ErrorKind::Input, translated("User {} has no scenario \"{}\".", user, name),
                names.empty() ? translated("No scenario of this user has been saved yet.")
                              : translated("Available: {}.", listed(names)));
}

Scenario ScenarioStore::open(DatasetId dataset, ScenarioId id) const {
    return reading(m_workspace, [&](SQLite::Database& database) {
        Scenario scenario;
        SQLite::Statement info(database, std::string(kInfoColumns) + "WHERE id = ? AND removed = 0");
        info.bind(1, id);
        if (!info.executeStep()) failMissing();
        scenario.info = infoAt(info);
        SQLite::Statement select(database, "SELECT history, places FROM scenario WHERE id = ?");
        select.bind(1, id);
        if (!select.executeStep()) failMissing();
        const StoredTexts texts = readTexts(scenario.info, textAt(select, 0), textAt(select, 1));
        Items items(database, dataset);
        for (const std::string& item : texts.history)
            scenario.original.push_back(items.tokenOf(item).value_or(kPadToken));
        std::vector<std::string> missing;
        for (const auto& [item, original] : texts.places) {
            EditedItem& made = scenario.edited.emplace_back(EditedItem{kPadToken, original});
            if (!item) continue;
            made.token = items.tokenOf(*item).value_or(kPadToken);
            const bool known = made.token != kPadToken;
            if (!known && std::find(missing.begin(), missing.end(), *item) == missing.end()) missing.push_back(*item);
        }
        if (!missing.empty()) {
            const std::string datasetName = DatasetStore(m_workspace).byId(dataset).name;
            throw Error(
                ErrorKind::Input,
                missing.size() == 1
                    ? translated("The scenario \"{}\" contains an item that the dataset \"{}\" no longer has: {}.",
                                 scenario.info.name, datasetName, missing.front())
                    : translated("The scenario \"{}\" contains {} items that the dataset \"{}\" no longer has: {}.",
                                 scenario.info.name, missing.size(), datasetName, listed(missing)),
                translated("Import the dataset again so that these items are in it, or delete the scenario."));
        }
        return scenario;
    });
}

ScenarioId ScenarioStore::save(DatasetId dataset, const std::string& user, const std::string& given,
                               std::span<const Token> original, std::span<const EditedItem> edited) {
    ScenarioId id = 0;
    writing(m_workspace, [&](SQLite::Database& database) {
        const std::string datasetName = DatasetStore(m_workspace).byId(dataset).name;
        const std::string name = freeName(database, datasetName, user, given, 0);
        Items items(database, dataset);
        Json history = Json::array(), list = Json::array();
        for (const Token token : original) history.push_back(items.idOf(token));
        for (const EditedItem& editedItem : edited) {
            Json item;  // null = masked
            if (editedItem.token != kPadToken) item = items.idOf(editedItem.token);
            list.push_back(Json::array({item, editedItem.original}));
        }
        SQLite::Statement insert(
            database, "INSERT INTO scenario (dataset, user, name, history, places, made_at) VALUES (?, ?, ?, ?, ?, ?)");
        SQLite::bind(insert, datasetName, user, name, history.dump(), list.dump(), utcNow());
        insert.exec();
        id = database.getLastInsertRowid();
    });
    return id;
}

void ScenarioStore::rename(ScenarioId id, const std::string& given) {
    writing(m_workspace, [&](SQLite::Database& database) {
        SQLite::Statement select(database, "SELECT dataset, user FROM scenario WHERE id = ? AND removed = 0");
        select.bind(1, id);
        if (!select.executeStep()) failMissing();
        const std::string name = freeName(database, textAt(select, 0), textAt(select, 1), given, id);
        SQLite::Statement update(database, "UPDATE scenario SET name = ? WHERE id = ?");
        SQLite::bind(update, name, id);
        update.exec();
    });
}

void ScenarioStore::remove(ScenarioId id) {
    writing(m_workspace, [&](SQLite::Database& database) {
        database.exec("DELETE FROM scenario WHERE removed = 1");
        SQLite::Statement update(database, "UPDATE scenario SET removed = 1 WHERE id = ?");
        update.bind(1, id);
        if (update.exec() == 0) failMissing();
    });
}

void ScenarioStore::undoRemove(ScenarioId id) {
    writing(m_workspace, [&](SQLite::Database& database) {
        SQLite::Statement select(database, "SELECT dataset, user, name FROM scenario WHERE id = ? AND removed = 1");
        select.bind(1, id);
        if (!select.executeStep()) failMissing();
        freeName(database, textAt(select, 0), textAt(select, 1), textAt(select, 2), id);
        SQLite::Statement update(database, "UPDATE scenario SET removed = 0 WHERE id = ?");
        update.bind(1, id);
        update.exec();
    });
}

}  // namespace recscope
