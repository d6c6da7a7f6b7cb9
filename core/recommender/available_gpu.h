// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/util/failure.h"

namespace recscope {

/// The usable GPU, as shown to the user of the program.
struct AvailableGpu {
    std::string title;  ///< "NVIDIA H200, 140 GiB"; empty: no usable GPU
    Failure missing;    ///< why there is no usable GPU
};
AvailableGpu availableGpu();

}  // namespace recscope
