// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace recscope {

/// How many objects deep a key is: 1 for "user", 2 for "user.id".
std::size_t levelOf(std::string_view key);

/// Collects the keys of objects in the order of their first appearance.
class ObjectKeys {
public:
    void add(std::vector<std::string> keys);
    /// At most 64 keys. If there are more, the deepest are left out first: they are often ids used as keys.
    std::vector<std::string> most() const;

private:
    std::vector<std::string> m_keys;
    std::unordered_set<std::string> m_known;
};

}  // namespace recscope
