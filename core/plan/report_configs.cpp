// SPDX-License-Identifier: GPL-3.0-or-later
// configTable: see report.h.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/plan/report.h"
#include "core/recommender/registry.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr std::size_t kMaxColumns = 8;  ///< number of key columns that fit a page beside the rows' titles

/// The value of one config key in each row of a table; nothing in rows whose model lacks the key.
struct KeyValues {
    std::string key;
    std::vector<std::optional<std::string>> byRow;
};

/// The config of a row that has a run.
struct RowConfig {
    std::size_t row = 0;
    RunConfig config;
};

std::vector<RowConfig> configsOf(const StudyTable& table) {
    std::vector<RowConfig> configs;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const std::vector<RunRecord>& runs = table.rows[row].runs;
        if (auto config = runs.empty() ? std::nullopt : readableConfig(runs.front().config))
            configs.push_back({.row = row, .config = std::move(*config)});
    }
    return configs;
}

/// The keys whose values differ between the rows that have a run.
std::vector<KeyValues> differingKeys(const StudyTable& table, const std::vector<RowConfig>& configs) {
    std::vector<KeyValues> keys;
    for (const auto& [row, config] : configs) {
        for (const ConfigKey& key : config.schema->keys()) {
            if (key.field.key == "seed" || !hasConfigKey(config, key.field.key)) continue;
            auto found = std::find_if(keys.begin(), keys.end(),
                                      [&key = key](const KeyValues& known) { return known.key == key.field.key; });
            if (found == keys.end())
                found = keys.insert(keys.end(), {.key = key.field.key,
                                                 .byRow = std::vector<std::optional<std::string>>(table.rows.size())});
            found->byRow[row] = key.read(config);
        }
    }
    std::erase_if(keys, [&configs](const KeyValues& key) {
        return std::all_of(configs.begin(), configs.end(), [&](const RowConfig& rowConfig) {
            return key.byRow[rowConfig.row] == key.byRow[configs.front().row];
        });
    });
    return keys;
}

/// Adds a column for each key.
void addColumns(ReportTable& text, const StudyTable& table, const std::vector<KeyValues>& keys) {
    text.columns = {""};
    text.kinds = {ReportColumn::Words};
    for (const KeyValues& key : keys) {
        text.columns.push_back(key.key);
        text.kinds.push_back(ReportColumn::Number);
    }
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        std::vector<std::string>& cells = text.rows.emplace_back();
        cells = {table.rows[row].title};
        for (const KeyValues& key : keys) cells.push_back(key.byRow[row].value_or(""));
    }
}

/// The common value of a key in these rows; nothing if fewer than two of the rows have the key, or if their values
/// differ. Rows without the key are ignored.
std::optional<std::string> agreedValue(const KeyValues& key, const std::vector<std::size_t>& rows) {
    std::set<std::string> values;
    std::size_t having = 0;
    for (const std::size_t row : rows) {
        if (!key.byRow[row]) continue;
        values.insert(*key.byRow[row]);
        ++having;
    }
    return having > 1 && values.size() == 1 ? std::optional(*values.begin()) : std::nullopt;
}

/// Appends "key = value" to a comma-separated list.
void addPair(std::string& text, const std::string& key, const std::string& value) {
    text += (text.empty() ? "" : ", ") + key + " = " + value;
}

/// Adds one column of "key = value" pairs. A pair that holds for all rows, or for all rows of a model, is stated once;
/// other pairs are stated in their rows.
void addPairs(ReportTable& text, const StudyTable& table, const std::vector<RowConfig>& configs,
              std::vector<KeyValues> keys) {
    std::map<std::string, std::vector<std::size_t>> rowsOfModel;
    std::vector<std::size_t> all;
    for (const auto& [row, config] : configs) {
        rowsOfModel[config.model].push_back(row);
        all.push_back(row);
        for (KeyValues& key : keys)  // omit keys that have no effect with the row's other values
            if (const ConfigKey* known = config.schema->find(key.key);
                known && known->isRelevant && !known->isRelevant(config))
                key.byRow[row].reset();
    }
    std::string shared;
    std::map<std::string, std::string> pairsOfModel;  // by model: the pairs shared by all rows of the model
    std::vector<std::string> ownPairs(table.rows.size());
    for (const KeyValues& key : keys) {
        if (const auto value = agreedValue(key, all)) {
            addPair(shared, key.key, *value);
            continue;
        }
        for (const auto& [model, rows] : rowsOfModel) {
            const auto value = agreedValue(key, rows);
            if (value) addPair(pairsOfModel[model], key.key, *value);
            for (const std::size_t row : rows)
                if (!value && key.byRow[row]) addPair(ownPairs[row], key.key, *key.byRow[row]);
        }
    }
    text.columns = {"", translated("Config")};
    text.kinds = {ReportColumn::Words, ReportColumn::Prose};
    if (!shared.empty()) text.rows.push_back({translated("All models with the key"), shared});
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const auto found =
            std::find_if(configs.begin(), configs.end(), [row](const RowConfig& config) { return config.row == row; });
        if (found == configs.end()) {
            text.rows.push_back({table.rows[row].title, translated("not run")});
            continue;
        }
        if (const auto common = pairsOfModel.extract(found->config.model))  // inserted before the model's first row
            text.rows.push_back({translated("{}, all rows", modelInfo(found->config.model).title), common.mapped()});
        text.rows.push_back({table.rows[row].title, ownPairs[row].empty() ? "\u2013" : ownPairs[row]});
    }
    text.caption = translated(
        "A key whose values differ between the rows is listed with each row, or once for all rows of a model if they "
        "agree on it, or once for all models that have the key if all agree on it. Keys without effect given the other "
        "values are left out.");
}

}  // namespace

ReportTable configTable(const StudyTable& table) {
    const std::vector<RowConfig> configs = configsOf(table);
    const std::vector<KeyValues> keys = differingKeys(table, configs);
    ReportTable text;
    text.title = translated("Config keys that differ between the rows");
    if (keys.empty()) return text;
    if (keys.size() <= kMaxColumns)
        addColumns(text, table, keys);
    else
        addPairs(text, table, configs, keys);
    return text;
}

}  // namespace recscope
