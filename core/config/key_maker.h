// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <type_traits>

#include "core/config/config_schema.h"

namespace recscope {

/// Makes config keys whose values are members of one struct of a config: TrainingConfig, LossConfig, or a model's own
/// fields. `Part` is a function object that returns the struct: `Struct& operator()(RunConfig&)` and its const
/// overload.
template <class Struct, class Part>
class KeyMaker {
public:
    explicit KeyMaker(std::string group) : m_group(std::move(group)) {}

    // The parameters from `key` to `paper` are the members of ConfigField with these names.

    /// Valid values are `low` to `high`, both inclusive.
    template <class Number>
    ConfigKey number(const char* key, const char* label, const char* unit, const char* help, const char* paper,
                     Number Struct::*member, double low, double high) const;

    /// `choices` defaults to all values of the enum.
    template <class Enum>
    ConfigKey choice(const char* key, const char* label, const char* help, const char* paper, Enum Struct::*member,
                     std::vector<std::string> choices = allNames<Enum>()) const;

    ConfigKey onOff(const char* key, const char* label, const char* help, const char* paper,
                    bool Struct::*member) const;

private:
    std::string m_group;
};

// Parse a whole number, or any number. Throw Error(Usage) if it is not a valid number or is outside the field's range.
std::int64_t wholeNumberFor(const ConfigField& field, const std::string& text);
double numberFor(const ConfigField& field, const std::string& text);
/// Throws Error(Usage) if the text is not one of the field's choices.
void requireChoice(const ConfigField& field, const std::string& text);
std::string numberAsText(double value);

template <class Struct, class Part>
template <class Number>
ConfigKey KeyMaker<Struct, Part>::number(const char* key, const char* label, const char* unit, const char* help,
                                         const char* paper, Number Struct::*member, double low, double high) const {
    constexpr bool isReal = std::is_floating_point_v<Number>;
    const ConfigField field{key, label, m_group, unit, help, paper, isReal ? FieldType::Real : FieldType::Integer,
                            low, high,  {}};
    return {.field = field,
            .read =
                [member](const RunConfig& config) {
                    if constexpr (isReal)
                        return numberAsText(Part()(config).*member);
                    else
                        return std::to_string(Part()(config).*member);
                },
            .write =
                [field, member](RunConfig& config, const std::string& text) {
                    if constexpr (isReal)
                        Part()(config).*member = numberFor(field, text);
                    else
                        Part()(config).*member = static_cast<Number>(wholeNumberFor(field, text));
                }};
}

template <class Struct, class Part>
template <class Enum>
ConfigKey KeyMaker<Struct, Part>::choice(const char* key, const char* label, const char* help, const char* paper,
                                         Enum Struct::*member, std::vector<std::string> choices) const {
    const ConfigField field{key, label, m_group, "", help, paper, FieldType::Choice, 0, 0, std::move(choices)};
    return {.field = field,
            .read = [member](const RunConfig& config) { return nameOf(Part()(config).*member); },
            .write =
                [field, member](RunConfig& config, const std::string& text) {
                    requireChoice(field, text);
                    Part()(config).*member = *valueNamed<Enum>(text);
                }};
}

template <class Struct, class Part>
ConfigKey KeyMaker<Struct, Part>::onOff(const char* key, const char* label, const char* help, const char* paper,
                                        bool Struct::*member) const {
    const ConfigField field{key, label, m_group, "", help, paper, FieldType::Choice, 0, 0, {"on", "off"}};
    return {.field = field,
            .read = [member](const RunConfig& config) { return std::string(Part()(config).*member ? "on" : "off"); },
            .write =
                [field, member](RunConfig& config, const std::string& text) {
                    requireChoice(field, text);
                    Part()(config).*member = text == "on";
                }};
}

/// The `Part` of `KeyMaker` that returns the fields of one model family.
template <class Fields>
struct OwnFields {
    Fields& operator()(RunConfig& config) const { return config.own.as<Fields>(); }
    const Fields& operator()(const RunConfig& config) const { return config.own.as<Fields>(); }
};

template <class Fields>
using OwnKeys = KeyMaker<Fields, OwnFields<Fields>>;

}  // namespace recscope
