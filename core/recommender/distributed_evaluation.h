// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recommender/evaluate.h"

namespace recscope {

class ProcessGroup;

/// `evaluate` with the users distributed over the ranks of a process group; every rank receives the complete result. A
/// null process group evaluates alone. Also throws PeerLostError; a stop of one rank stops all.
Evaluation evaluateDistributed(ProcessGroup* processGroup, Recommender& recommender, const Histories& histories,
                               const Protocol& protocol, Split split, std::int64_t usersAtMost,
                               const ProgressSink& progress, const std::stop_token& stop);

}  // namespace recscope
