// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recommender/evaluate.h"

namespace recscope {

class ProcessGroup;

/// `evaluate` with the users distributed over the processes of a process group; every process receives the complete
/// result. If `processGroup` is null, this process evaluates alone. Throws PeerLostError in addition to the errors of
/// `evaluate`. A stop request in one process stops all of them.
Evaluation evaluateDistributed(ProcessGroup* processGroup, Recommender& recommender, const Histories& histories,
                               const Protocol& protocol, Split split, std::int64_t usersAtMost,
                               const ProgressSink& progress, const std::stop_token& stop);

}  // namespace recscope
