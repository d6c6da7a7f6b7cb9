// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recommender/evaluate.h"

namespace recscope {

class Team;

/// `evaluate`, its users shared out among the processes of a team; each gets the whole. A null team: alone. Throws
/// TeamLost, too; a stop of one process is a stop of all.
Evaluation evaluateInTeam(Team* team, Recommender& recommender, const Histories& histories, const Protocol& protocol,
                          Split split, std::int64_t usersAtMost, const ProgressSink& progress,
                          const std::stop_token& stop);

}  // namespace recscope
