// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace recscope {

/// A public dataset that RecScope can read: what it is, its terms of use, and where to get it.
struct CatalogueEntry {
    std::string name, about, publisher, terms;
    std::int64_t users = 0, items = 0, interactions = 0;  ///< before any filter; 0 users or items = not known
    std::string url;                                      ///< shown, never opened by RecScope itself
    std::string drop;                                     ///< for display: which of its files to drop on the window
};

/// The entries of `datasets/catalogue.json`, which is embedded in the program.
std::vector<CatalogueEntry> publicDatasets();

}  // namespace recscope
