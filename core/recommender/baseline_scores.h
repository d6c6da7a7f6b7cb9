// SPDX-License-Identifier: GPL-3.0-or-later
// The baselines behind `referencesFor`; defined in references.cpp.
#pragma once

#include <functional>
#include <span>
#include <stop_token>

#include "core/metrics/protocol.h"
#include "core/sequence/dataset.h"
#include "core/sequence/histories.h"

namespace recscope {

class Workspace;

/// Scores of all tokens, (V + 2), for a history; valid until the next call.
using BaselineScore = std::function<std::span<const float>(std::span<const Token> input)>;
/// `name` is in English, as in `Reference::name`.
using BaselineVisitor = std::function<void(const char* name, const Histories& histories, const BaselineScore& score)>;

/// Passes the baselines that runs under this protocol are compared with to `visit`. Throws Error(Cancelled).
void visitBaselines(Workspace& workspace, DatasetId dataset, const Protocol& protocol, const BaselineVisitor& visit,
                    const std::stop_token& stop);

}  // namespace recscope
