// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/item_genres.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "core/store/dataset_store.h"

namespace recscope {

std::vector<std::string> genresIn(const std::string& genres) {
    std::vector<std::string> all;
    std::string_view rest = genres;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('|'), rest.size());
        if (end > 0) all.emplace_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return all;
}

std::vector<std::vector<std::int32_t>> genreNumbers(Workspace& workspace, DatasetId dataset) {
    const std::vector<ItemInfo> items = DatasetStore(workspace).items(dataset);
    std::vector<std::vector<std::int32_t>> numbers(
        static_cast<std::size_t>(vocabularySize(static_cast<std::int32_t>(items.size()))));
    std::map<std::string, std::int32_t> numberOf;
    for (const ItemInfo& item : items) {
        std::vector<std::int32_t>& own = numbers[static_cast<std::size_t>(item.token)];
        for (const std::string& genre : genresIn(item.genres))
            own.push_back(numberOf.try_emplace(genre, static_cast<std::int32_t>(numberOf.size())).first->second);
        std::sort(own.begin(), own.end());
        own.erase(std::unique(own.begin(), own.end()), own.end());
    }
    return numberOf.empty() ? std::vector<std::vector<std::int32_t>>() : numbers;
}

}  // namespace recscope
