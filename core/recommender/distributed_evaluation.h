// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recommender/evaluate.h"

namespace recscope {

class ProcessGroup;

/// `evaluate`, its users shared out among the processes of a process group; each gets the whole. A null process group:
/// alone. Throws PeerLostError, too; a stop of one process is a stop of all.
Evaluation evaluateDistributed(ProcessGroup* processGroup, Recommender& recommender, const Histories& histories,
                               const Protocol& protocol, Split split, std::int64_t usersAtMost,
                               const ProgressSink& progress, const std::stop_token& stop);

}  // namespace recscope
