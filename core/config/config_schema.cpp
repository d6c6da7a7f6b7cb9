// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/config_schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/config/key_maker.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

[[noreturn]] void failOutOfRange(const ConfigField& field, const std::string& text) {
    constexpr double kLargestShown = 1e12;  // a larger maximum is only the limit of the type, so the message omits it
    throw Error(ErrorKind::Usage, translated("\"{}\" is not a valid value for {}.", text, field.key),
                field.maximum > kLargestShown
                    ? translated("{} takes a number of {} or more.", field.key, field.minimum)
                    : translated("{} takes a number from {} to {}.", field.key, field.minimum, field.maximum));
}

const ConfigSchema& schemaOf(const RunConfig& config) {
    if (!config.schema) throw std::logic_error("a config without a model has no keys");
    return *config.schema;
}

}  // namespace

std::int64_t wholeNumberFor(const ConfigField& field, const std::string& text) {
    const std::string_view digits = trimmed(text);
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const auto value = static_cast<double>(number);
    if (error != std::errc() || end != digits.data() + digits.size() || value < field.minimum || value > field.maximum)
        failOutOfRange(field, text);
    return number;
}

double numberFor(const ConfigField& field, const std::string& text) {
    const std::optional<double> number = parseNumber(text);
    if (!number || *number < field.minimum || *number > field.maximum) failOutOfRange(field, text);
    return *number;
}

void requireChoice(const ConfigField& field, const std::string& text) {
    if (std::find(field.choices.begin(), field.choices.end(), text) != field.choices.end()) return;
    throw Error(ErrorKind::Usage, translated("\"{}\" is not a valid value for {}.", text, field.key),
                translated("Choices: {}.", fmt::join(field.choices, ", ")));
}

std::string numberAsText(double value) {
    return fmt::format("{}", value);
}

std::string helpText(const ConfigField& field) {
    if (field.helpParts.empty()) return translated(field.help);
    std::string text;
    for (const std::string& part : field.helpParts) text += (text.empty() ? "" : "; ") + translated(part);
    return text + ".";
}

const ConfigKey* ConfigSchema::find(const std::string& key) const {
    const auto found = std::find_if(m_keys.begin(), m_keys.end(),
                                    [&](const ConfigKey& configKey) { return configKey.field.key == key; });
    return found == m_keys.end() ? nullptr : &*found;
}

const ConfigKey& ConfigSchema::at(const std::string& key) const {
    if (const ConfigKey* found = find(key)) return *found;
    std::string keys;
    for (const ConfigKey& key : m_keys) keys += " " + key.field.key;
    throw Error(ErrorKind::Usage, translated("This model has no config key \"{}\".", key),
                translated("Keys:{}.", keys));
}

std::vector<ConfigKey> joined(std::vector<std::vector<ConfigKey>> lists) {
    std::vector<ConfigKey> all;
    for (std::vector<ConfigKey>& list : lists) all.insert(all.end(), list.begin(), list.end());
    return all;
}

std::string RunConfig::toJson() const {
    nlohmann::ordered_json object;
    object["model"] = model;
    for (const ConfigKey& key : schemaOf(*this).keys()) {
        if (!key.read) {  // unknown: see withUnknownKeys
            object[key.field.key] = nullptr;
            continue;
        }
        const std::string text = key.read(*this);
        const bool isNumber = key.field.type == FieldType::Integer || key.field.type == FieldType::Real;
        object[key.field.key] = isNumber ? nlohmann::ordered_json::parse(text) : nlohmann::ordered_json(text);
    }
    return object.dump();
}

bool hasConfigKey(const RunConfig& config, const std::string& key) {
    const ConfigKey* const found = config.schema ? config.schema->find(key) : nullptr;
    return found && found->read;
}

std::string configValue(const RunConfig& config, const std::string& key) {
    if (key == "model") return config.model;
    const ConfigKey& found = schemaOf(config).at(key);
    return found.read ? found.read(config) : std::string();
}

void setConfigValue(RunConfig& config, const std::string& key, const std::string& value) {
    schemaOf(config).at(key).write(config, value);
}

}  // namespace recscope
