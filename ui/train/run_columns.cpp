// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/run_columns.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/recommender/registry.h"
#include "core/util/translated.h"
#include "ui/session/config_words.h"

namespace recscope::ui {

namespace {

/// The config keys of the first columns of the table of runs, in this order. In that table, runs of different models
/// are compared only in these keys, because their presets differ in nearly everything.
const char* const kFirst[] = {"seed", "dim", "max_length", "mask_probability", "loss", "layers", "heads"};

/// The title of the form's group with the values that every model has: epochs, validation users, the split.
const char* const kBasics = "Basics";

std::size_t priority(const std::string& key) {
    return std::size_t(std::find(std::begin(kFirst), std::end(kFirst), key) - std::begin(kFirst));
}

bool differs(const std::vector<RunConfig>& configs, const ConfigField& field, bool alsoBetweenModels) {
    std::map<std::string, std::set<std::string>> byModel;
    std::set<std::string> all;
    for (const RunConfig& config : configs) {
        if (!hasConfigKey(config, field.key)) continue;
        byModel[config.model].insert(configValue(config, field.key));
        all.insert(configValue(config, field.key));
    }
    if (all.size() > 1 && alsoBetweenModels) return true;
    return std::any_of(byModel.begin(), byModel.end(), [](const auto& model) { return model.second.size() > 1; });
}

}  // namespace

std::vector<ConfigColumn> differingColumns(const std::vector<RunConfig>& configs, ColumnsFor table) {
    const bool queue = table == ColumnsFor::Queue;
    const std::vector<ConfigField> fields = allFields();
    std::vector<const ConfigField*> found;
    for (const ConfigField& field : fields) {
        if (field.key == "epochs" && !queue) continue;
        const bool alsoBetweenModels = priority(field.key) < std::size(kFirst) || (queue && field.group == kBasics);
        if (differs(configs, field, alsoBetweenModels)) found.push_back(&field);
    }
    if (!queue)  // columns of the queue stay in the order of the form
        std::stable_sort(found.begin(), found.end(), [](const ConfigField* left, const ConfigField* right) {
            return priority(left->key) < priority(right->key);
        });
    std::vector<ConfigColumn> columns;
    for (const ConfigField* field : found)
        columns.push_back(
            {field->key, QString::fromStdString(translated(field->label)),
             QString::fromStdString(translated(field->label)) + QStringLiteral(". ") + configWords(field->help),
             field->type == FieldType::Integer || field->type == FieldType::Real});
    return columns;
}

QString configText(const RunConfig& config, const std::string& key) {
    return hasConfigKey(config, key) ? configValueText(key, configValue(config, key)) : QString();
}

}  // namespace recscope::ui
