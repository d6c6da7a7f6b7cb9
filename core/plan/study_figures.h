// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of attention that belong to a study.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "core/explain/attention/attention_figures.h"
#include "core/plan/report.h"
#include "core/plan/study.h"

namespace recscope {

/// The finished runs whose models have maps of every position, each once, in the order of the study.
std::vector<RunRecord> runsWithAttention(const Study& study);

/// Of these, for each dataset and model the run with the best validation: those a report shows.
std::vector<RunRecord> bestOfEachModel(const std::vector<RunRecord>& runs);

/// Loads the run and draws. Throws as `attentionFigure`.
AttentionFigure figureOf(Workspace& workspace, RunId run, AttentionFigureKind kind, const ProgressSink& progress,
                         const std::stop_token& stop);

/// All kinds of the runs that a report shows, without those that cannot be drawn.
std::vector<AttentionFigure> reportFigures(Workspace& workspace, const Study& study, const ProgressSink& progress,
                                           const std::stop_token& stop);

/// Maps beside each other, each with its title, the names of its axes and a bar of the colours from 0 to its own
/// largest mean. Pre: no problem.
std::string attentionSvg(const AttentionFigure& figure, const SvgLooks& looks = {});

}  // namespace recscope
