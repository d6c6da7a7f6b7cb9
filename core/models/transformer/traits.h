// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/batch/batch_rules.h"

namespace recscope {

/// How weight matrices start; norms start at 1, biases at 0.
enum class Initialisation {
    TruncatedNormal,  ///< deviation 0.02, cut at two deviations (official BERT4Rec code, initializer_range)
    GlorotUniform,    ///< U(-a, a), a = sqrt(6 / (rows + columns)) (official SASRec code: TensorFlow's default)
};

/// What the config does not say about a transformer: the rest is in its keys.
struct TransformerTraits {
    Task task = Task::Cloze;
    Initialisation initialisation = Initialisation::TruncatedNormal;
    bool dropsInside = false;  ///< dropout between the two feed-forward layers, too (official SASRec code)
};

}  // namespace recscope
