// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/data/attribute_columns.h"
#include "core/data/import_report.h"
#include "core/data/import_source.h"
#include "core/data/item_titles.h"
#include "core/sequence/dataset.h"
#include "core/sequence/user_attribute.h"
#include "core/util/progress.h"

namespace recscope {

/// Fills in the titles and categories that the rows of the interactions hold, for the items that got none from a titles
/// file. An item without a title has its id as the title.
void addTitlesOfRows(const ItemColumns& columns, std::vector<ItemInfo>& items, ImportReport& report);

/// The attributes of the items: the further columns of the titles file, which `titles` were read from, and the columns
/// of the interactions. If both have a column of the same name, that of the titles file is used. Throws
/// Error(Cancelled).
std::vector<UserAttribute> importItemAttributes(const ImportSource& source, const ItemTitles& titles,
                                                ItemColumns columns, std::span<const ItemInfo> items,
                                                ImportReport& report, const ProgressSink& progress,
                                                const std::stop_token& stop);

}  // namespace recscope
