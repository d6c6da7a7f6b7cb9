// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/recommender/registry.h"

namespace recscope {

/// The presets of both word2vec models: `quick`, gensim's values, and a softmax over all items.
std::vector<Preset> word2VecPresets(const RunConfig& gensim, const RunConfig& quick);

}  // namespace recscope
