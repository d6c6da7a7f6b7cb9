// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/lists/paged_table_model.h"
#include "ui/session/session.h"

namespace recscope::ui {

/// Columns and reader of one table of a dataset.
struct TableSource {
    std::vector<TableColumn> columns;
    TableReader reader;
    int stretchColumn = 0;                                      ///< the column that gets the remaining width
    std::function<std::int64_t(const DatasetInfo&)> totalRows;  ///< number of rows without search and filters
    TableQuery start;                                           ///< the initial order
};

TableSource userTable();  ///< keys are user indices
TableSource itemTable();  ///< keys are tokens
/// The name of the kind of event of an interaction; empty if the kind is not known.
QString kindText(const DatasetInfo& dataset, const Interaction& interaction);
/// One user's history for export, oldest first, with gaps in seconds; keys are positions.
TableSource historyTable(qint32 user, const DatasetInfo& dataset, std::shared_ptr<const ItemCatalogue> catalogue);

}  // namespace recscope::ui
