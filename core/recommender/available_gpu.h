// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/util/failure.h"

namespace recscope {

/// The GPU that can be computed on, for a person who chooses.
struct AvailableGpu {
    std::string title;  ///< "NVIDIA H200, 140 GiB"; empty: there is none that can be used
    Failure missing;    ///< then what is missing
};
AvailableGpu availableGpu();

}  // namespace recscope
