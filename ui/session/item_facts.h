// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QVariantList>

#include "core/sequence/dataset.h"
#include "core/sequence/token.h"
#include "ui/widgets/table_text.h"

namespace recscope::ui {

class Session;

/// The dataset's own id of an item; empty until the catalogue is loaded.
QString itemIdOf(const Session& session, Token token);
/// The title of a column of `ItemInfo::genres`: "Genres", or the name of the imported column, such as "Category".
QString genresTitle(const DatasetInfo& dataset);
/// The id and the title of an item, as facts about a table whose rows all concern this item.
TableFacts aboutItem(const Session& session, Token token);

/// The titles of the machine-readable columns (`kExactTitlesRole`) that replace a column of items; `exactItemValues`
/// returns their values for one item.
QStringList exactItemTitles();
QVariantList exactItemValues(const Session& session, Token token);

}  // namespace recscope::ui
