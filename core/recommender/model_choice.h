// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/recommender/capabilities.h"

namespace recscope {

/// The names of the models whose capabilities, with the default config, satisfy `can`, in the registry's order.
std::vector<std::string> modelsThat(const std::function<bool(const Capabilities&)>& can);
/// The first of the names that `modelsThat` returns. Throws Error(Usage) if there is none.
std::string firstModelThat(const std::function<bool(const Capabilities&)>& can);

}  // namespace recscope
