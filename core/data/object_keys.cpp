// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/object_keys.h"

#include <algorithm>

namespace recscope {

std::size_t levelOf(std::string_view key) {
    return 1 + static_cast<std::size_t>(std::count(key.begin(), key.end(), '.'));
}

void ObjectKeys::add(std::vector<std::string> keys) {
    constexpr std::size_t kMaxCollected = 4096;
    for (std::string& key : keys) {
        if (m_keys.size() < kMaxCollected && m_known.insert(key).second) m_keys.push_back(std::move(key));
    }
}

std::vector<std::string> ObjectKeys::most() const {
    constexpr std::size_t kMaxKeys = 64, kUsualLevels = 2;
    std::vector<std::string> keys = m_keys;
    for (std::size_t level = 4; level > kUsualLevels && keys.size() > kMaxKeys; --level)
        std::erase_if(keys, [level](const std::string& key) { return levelOf(key) >= level; });
    if (keys.size() > kMaxKeys) keys.resize(kMaxKeys);
    return keys;
}

}  // namespace recscope
