// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/sequence/dataset.h"

namespace recscope {

/// The origin of a dataset, so that it can be reproduced.
struct DatasetOrigin {
    std::string file;       ///< path, beginning with the opened folder or archive; empty if not imported; several
                            ///< files if rows were added
    bool isMerged = false;  ///< whether `file` names several files
    std::string checksum;   ///< SHA-256 of these files from the import report; may be empty
    std::string filters;    ///< for display; "none" without filters
    std::string rows;       ///< for display: how many rows were read and kept; empty if not imported
};
DatasetOrigin originOf(const DatasetInfo& dataset);

}  // namespace recscope
