// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/models/transformer/traits.h"
#include "core/models/transformer/transformer_config.h"
#include "core/recommender/model_entry.h"

namespace recscope {

/// The registry entry that all transformers share; the model adds its name, config and presets.
ModelEntry transformerEntry(const TransformerTraits& traits);

}  // namespace recscope
