// SPDX-License-Identifier: GPL-3.0-or-later
// The attention figures of a study.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "core/explain/attention/attention_figures.h"
#include "core/plan/report.h"
#include "core/plan/study.h"

namespace recscope {

/// The finished runs whose models have attention maps of every position, without repetitions, in the order of the
/// study.
std::vector<RunRecord> runsWithAttention(const Study& study);

/// The runs that a report shows: for each dataset and model, the one with the best validation metric.
std::vector<RunRecord> bestOfEachModel(const std::vector<RunRecord>& runs);

/// Loads the run and computes its figure. Throws for the same reasons as `attentionFigure`.
AttentionFigure figureOf(Workspace& workspace, RunId run, AttentionFigureKind kind, const ProgressSink& progress,
                         const std::stop_token& stop);

/// All kinds of attention figures for the runs that a report shows (`bestOfEachModel`). Omits figures that cannot be
/// drawn.
std::vector<AttentionFigure> reportFigures(Workspace& workspace, const Study& study, const ProgressSink& progress,
                                           const std::stop_token& stop);

/// Draws the maps side by side, each with its title, axis labels and a colour bar from 0 to the largest mean weight of
/// that map. Pre: `figure.problem` is empty.
std::string attentionSvg(const AttentionFigure& figure, const SvgStyle& style = {});

}  // namespace recscope
