// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/sequence/dataset.h"

namespace recscope {

/// Where a dataset came from, for whoever wants to make it again.
struct DatasetOrigin {
    std::string file;      ///< from the folder or archive on that was opened; empty of what was not imported
    std::string checksum;  ///< SHA-256 of that file, as the import report has it; may be empty
    std::string filters;   ///< in words, "none"
    std::string rows;      ///< how many were read and kept; empty of what was not imported
};
DatasetOrigin originOf(const DatasetInfo& dataset);

}  // namespace recscope
