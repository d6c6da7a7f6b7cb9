// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

#include "core/metrics/ranker.h"
#include "core/recommender/device_choice.h"
#include "core/store/run_store.h"
#include "core/util/progress.h"

namespace recscope {

class Recommender;
struct RunConfig;
class Workspace;

/// Ranks every user's target under a protocol, or that of `usersAtMost` drawn ones (`Ranker`; 0 = all). Progress counts
/// users. Throws Error(Numeric | Cancelled).
Evaluation evaluate(Recommender& recommender, const Histories& histories, const Protocol& protocol, Split split,
                    std::int64_t usersAtMost, const ProgressSink& progress, const std::stop_token& stop);

/// Ranks by `rank` on the device of a choice. Automatic goes on with the CPU where the GPU cannot do it, because others
/// fill its memory for example; where the GPU was asked for, throws DeviceError.
Evaluation evaluateOn(DeviceChoice choice, const std::function<Evaluation(Device)>& rank);

/// Evaluates the best weights of a run under a protocol and stores ranks and metrics, unless it trains meanwhile and
/// has better weights by then.
Evaluation evaluateRun(Workspace& workspace, RunId run, const Protocol& protocol, Split split, DeviceChoice device,
                       const ProgressSink& progress, std::stop_token stop);

/// Whether `scoreStopped` has something to do: a stopped run with best weights whose test is not ranked yet. Weights
/// that shall be trained a second time with the validation items are not what the run's protocol speaks of.
bool canScoreStopped(const RunRecord& run);
/// Ranks test with the best weights so far of a stopped run, under its own protocol, and returns the run with that
/// score. The next better epoch makes it void.
RunRecord scoreStopped(Workspace& workspace, RunId run, DeviceChoice device, const ProgressSink& progress,
                       std::stop_token stop);

/// The protocol that a run of this config has by itself: its split, and whether it learned from the validation items.
Protocol protocolFor(Workspace& workspace, DatasetId dataset, const RunConfig& config);

/// What the validations of a run's epochs depend on: its protocol's sentence, and how many users were drawn for them,
/// if this version can read its config.
std::string validationSentence(const RunRecord& run);

}  // namespace recscope
