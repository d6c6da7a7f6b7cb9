// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/torch_version.h"

#include <torch/version.h>

namespace recscope {

const char* torchVersion() {
    return TORCH_VERSION;
}

}  // namespace recscope
