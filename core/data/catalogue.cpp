// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/catalogue.h"

#include <nlohmann/json.hpp>
#include <utility>

namespace recscope {

std::vector<std::pair<std::string, std::string>> catalogueFiles();  // made by cmake/embed_text.cmake

std::vector<CatalogueEntry> publicDatasets() {
    std::vector<CatalogueEntry> entries;
    const auto json = nlohmann::json::parse(catalogueFiles().front().second);
    for (const auto& object : json.at("datasets")) {
        CatalogueEntry entry;
        for (const auto& [key, text] : {std::pair("name", &entry.name), std::pair("about", &entry.about),
                                        std::pair("publisher", &entry.publisher), std::pair("terms", &entry.terms),
                                        std::pair("url", &entry.url), std::pair("drop", &entry.drop)})
            object.at(key).get_to(*text);
        entry.users = object.value("users", std::int64_t{0});
        entry.items = object.value("items", std::int64_t{0});
        object.at("interactions").get_to(entry.interactions);
        entries.push_back(std::move(entry));
    }
    return entries;
}

}  // namespace recscope
