// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <string_view>

#include "core/data/id_table.h"
#include "core/data/import_report.h"
#include "core/data/import_source.h"
#include "core/data/row_table.h"
#include "core/util/progress.h"

namespace recscope {

/// The rows of a whole file with users and items numbered by first appearance.
struct ReadRows {
    RowTable rows;
    IdTable users, items;
    bool hasTimes = false, hasRatings = false;
};

/// "205" for "205.0": where all ids are whole numbers, both mean the same.
std::string_view withoutZeroFraction(std::string_view id);

/// Reads the whole text; what is not kept is counted in the report. Throws Error(Input) if half of the rows or more are
/// damaged and that was not allowed, Error(Cancelled), what the source throws.
ReadRows readRows(const ImportSource& source, const ImportOptions& options, ImportReport& report,
                  const ProgressSink& progress, const std::stop_token& stop);

}  // namespace recscope
