// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace recscope {

/// A public dataset RecScope can read: what it is, on which terms, and where a person gets it.
struct CatalogueEntry {
    std::string name, about, publisher, terms;
    std::int64_t users = 0, items = 0, interactions = 0;  ///< before any filter; 0 users or items = not known
    std::string url;                                      ///< shown, never opened by RecScope itself
    std::string drop;                                     ///< which file to drop on the window
};

/// `datasets/catalogue.json`, which is part of the program.
std::vector<CatalogueEntry> publicDatasets();

}  // namespace recscope
