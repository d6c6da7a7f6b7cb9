// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/data/import_report.h"
#include "core/data/import_source.h"
#include "core/sequence/user_attribute.h"
#include "core/util/progress.h"

namespace recscope {

/// Reads the attributes of these users from the users file of an import; returns an empty list if there is no such
/// file. If the file cannot be used, a sentence is added to the report, and the import continues. Throws
/// Error(Cancelled).
std::vector<UserAttribute> importUsers(const ImportSource& source, std::span<const std::string> userIds,
                                       ImportReport& report, const ProgressSink& progress, const std::stop_token& stop);

}  // namespace recscope
