// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/unknown_keys.h"

#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "core/config/config_schema.h"
#include "core/recommender/registry.h"

namespace recscope {

namespace {

/// One schema for each set of unknown keys of a model, so that equal configs share a schema. The schemas live as long
/// as the program.
const ConfigSchema& schemaWithout(const std::string& model, const std::set<std::string>& unknown) {
    static std::mutex mutex;
    static std::map<std::pair<std::string, std::set<std::string>>, std::unique_ptr<const ConfigSchema>> all;
    const std::lock_guard lock(mutex);
    std::unique_ptr<const ConfigSchema>& schema = all[{model, unknown}];
    if (!schema) {
        std::vector<ConfigKey> keys = defaultConfig(model).schema->keys();
        for (ConfigKey& key : keys)
            if (unknown.contains(key.field.key)) key.read = nullptr;
        schema = std::make_unique<const ConfigSchema>(std::move(keys));
    }
    return *schema;
}

}  // namespace

RunConfig withUnknownKeys(RunConfig config, const std::set<std::string>& keys) {
    const RunConfig defaults = defaultConfig(config.model);
    std::set<std::string> unknown;
    for (const std::string& key : keys)
        if (defaults.schema->find(key)) unknown.insert(key);
    config.schema = unknown.empty() ? defaults.schema : &schemaWithout(config.model, unknown);
    return config;
}

std::set<std::string> unknownKeys(const RunConfig& config) {
    std::set<std::string> keys;
    for (const ConfigKey& key : config.schema->keys())
        if (!key.read) keys.insert(key.field.key);
    return keys;
}

RunConfig withDefaultsForUnknown(RunConfig config) {
    return withUnknownKeys(std::move(config), {});
}

}  // namespace recscope
