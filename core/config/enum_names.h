// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace recscope {

/// A value of an enum and its name in configs, in JSON and on the command line.
template <class Enum>
struct EnumName {
    Enum value;
    const char* name;
};

// Every enum used in a config has a `constexpr std::array<EnumName<E>, n> enumNames(E)` in its namespace, with all its
// values.

template <class Enum>
std::string nameOf(Enum value) {
    for (const auto& entry : enumNames(Enum{})) {
        if (entry.value == value) return entry.name;
    }
    return {};
}

/// The value with this name; unset if the name is unknown.
template <class Enum>
std::optional<Enum> valueNamed(std::string_view name) {
    for (const auto& entry : enumNames(Enum{})) {
        if (entry.name == name) return entry.value;
    }
    return std::nullopt;
}

template <class Enum>
std::vector<std::string> allNames() {
    std::vector<std::string> names;
    for (const auto& entry : enumNames(Enum{})) names.emplace_back(entry.name);
    return names;
}

}  // namespace recscope
