// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/config_schema.h"

namespace recscope {

/// What the batch size of a model counts. All texts are translatable.
struct BatchUnit {
    const char* unit = "";   ///< such as "users"
    const char* help = "";   ///< one sentence: what is in a step
    const char* paper = "";  ///< values used in papers
};

/// The keys of gradientKeys() for a model whose samples are not histories.
std::vector<ConfigKey> gradientKeys(const BatchUnit& batch);

}  // namespace recscope
