// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <stop_token>
#include <string_view>

#include "core/data/attribute_columns.h"
#include "core/data/id_table.h"
#include "core/data/import_report.h"
#include "core/data/import_source.h"
#include "core/data/row_table.h"

namespace recscope {

/// Receives rows in the order of the file.
class RowSink {
public:
    virtual ~RowSink() = default;
    virtual void add(const Row& row) = 0;
};

/// Users and items numbered by first appearance among the rows that are kept.
struct RowIds {
    IdTable users, items;
    RowDetails details;
    ItemColumns itemColumns;  ///< values indexed by the numbers of `items`
};

/// Returns "205" for "205.0". For files in which all ids are whole numbers, so that both spellings mean the same id.
std::string_view withoutZeroFraction(std::string_view id);

/// Reads the whole text; dropped rows are counted in the report. `progress` regularly receives (bytes read, bytes in
/// total). Throws Error(Input) if half of the rows or more are damaged and `options` do not allow this, and
/// Error(Cancelled); propagates exceptions thrown by the source or the sink.
void readRows(const ImportSource& source, const ImportOptions& options, ImportReport& report, RowIds& ids,
              RowSink& sink, const std::function<void(std::int64_t, std::int64_t)>& progress,
              const std::stop_token& stop);

}  // namespace recscope
