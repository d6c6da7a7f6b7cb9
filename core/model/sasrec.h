// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/model/sequence_model.h"

namespace recscope {

/// SASRec (Kang & McAuley, ICDM 2018): causal pre-norm transformer, scores against the input embedding.
std::shared_ptr<SequenceModel> makeSasRec(const RunConfig& config, std::int32_t itemCount);

}  // namespace recscope
