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

/// Ranks the held-out item of every user under a protocol. If `usersAtMost` is not 0, at most that many users are
/// sampled (see `Ranker`) and ranked. Progress counts users. Throws Error(Numeric) if a score is not finite, and
/// Error(Cancelled) on a stop request.
Evaluation evaluate(Recommender& recommender, const Histories& histories, const Protocol& protocol, Split split,
                    std::int64_t usersAtMost, const ProgressSink& progress, const std::stop_token& stop);

/// Calls `rank` with the device that `choice` selects. Auto falls back to the CPU if the GPU fails, for example because
/// other programs fill its memory; if the GPU was requested explicitly, throws DeviceError.
Evaluation evaluateOn(DeviceChoice choice, const std::function<Evaluation(Device)>& rank);

/// Whether the run's model can rank the held-out items of `split` among the protocol's candidates. A model that only
/// has lists from a file (`Capabilities::listDepth`) can do so only for the test items among all items.
bool canRank(const RunRecord& run, const Protocol& protocol, Split split);

/// Evaluates the best weights of a run under a protocol and stores ranks and metrics, unless the run has meanwhile
/// continued training and found better weights, or the workspace is open for reading only. Throws Error(Usage) unless
/// `canRank`.
Evaluation evaluateRun(Workspace& workspace, RunId run, const Protocol& protocol, Split split, DeviceChoice device,
                       const ProgressSink& progress, std::stop_token stop);

/// Whether `scoreStopped` can score the run: true for a stopped run with best weights and unranked test items. False
/// for a run that is to be retrained with the validation items, because its protocol describes the retrained weights
/// and not the current ones.
bool canScoreStopped(const RunRecord& run);
/// Ranks the test items with a stopped run's best weights so far, under the run's own protocol, and returns the run
/// with that score. Only returns the run if `canScoreStopped` is false. If training continues, the next better epoch
/// invalidates the score.
RunRecord scoreStopped(Workspace& workspace, RunId run, DeviceChoice device, const ProgressSink& progress,
                       std::stop_token stop);

/// The protocol of a new run with this config: the dataset's default protocol with the config's split. It also records
/// whether the run is trained on the validation items.
Protocol protocolFor(Workspace& workspace, DatasetId dataset, const RunConfig& config);

/// Describes how a run's validation scores are measured: its protocol and, if this version of the program can read the
/// run's config, the number of sampled users.
std::string validationSentence(const RunRecord& run);

}  // namespace recscope
