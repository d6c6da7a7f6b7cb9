// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/batch/batch_rules.h"

namespace recscope {

/// The initial distribution of weight matrices; norms start at 1, biases at 0.
enum class Initialisation {
    TruncatedNormal,  ///< standard deviation 0.02, truncated at ±0.04 (official BERT4Rec code, initializer_range)
    GlorotUniform,    ///< U(-a, a), a = sqrt(6 / (rows + columns)) (official SASRec code: TensorFlow's default)
};

/// The properties of a transformer that have no config keys.
struct TransformerTraits {
    Task task = Task::Cloze;
    Initialisation initialisation = Initialisation::TruncatedNormal;
    bool dropsInside = false;  ///< applies dropout also between the two feed-forward layers (official SASRec code)
};

}  // namespace recscope
