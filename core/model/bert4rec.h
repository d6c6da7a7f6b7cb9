// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/model/sequence_model.h"

namespace recscope {

/// BERT4Rec (Sun et al., CIKM 2019): bidirectional post-norm transformer, output tied to the input embedding.
std::shared_ptr<SequenceModel> makeBert4Rec(const RunConfig& config, std::int32_t itemCount);

}  // namespace recscope
