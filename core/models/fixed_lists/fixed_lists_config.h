// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

#include "core/config/config_schema.h"
#include "core/config/enum_names.h"
#include "core/config/run_config.h"

namespace recscope {

/// Whether the lists may name items that the user had already interacted with.
enum class ListedSeen { Removed, Kept };
constexpr std::array<EnumName<ListedSeen>, 2> enumNames(ListedSeen) {
    return {{{ListedSeen::Removed, "removed"}, {ListedSeen::Kept, "kept"}}};
}

/// The config of lists from a file.
struct FixedListsConfig {
    std::int64_t depth = 1;  ///< K: largest number of items in a list
    ListedSeen seen = ListedSeen::Removed;

    bool operator==(const FixedListsConfig&) const = default;
};

inline FixedListsConfig& fixedListsOf(RunConfig& config) {
    return config.own.as<FixedListsConfig>();
}
inline const FixedListsConfig& fixedListsOf(const RunConfig& config) {
    return config.own.as<FixedListsConfig>();
}

/// The config of lists of at most `depth` items.
RunConfig fixedListsConfig(std::int64_t depth, ListedSeen seen);

}  // namespace recscope
