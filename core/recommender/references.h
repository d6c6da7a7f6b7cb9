// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "core/metrics/metrics.h"
#include "core/metrics/protocol.h"
#include "core/store/run_store.h"
#include "core/util/translated.h"

namespace recscope {

class Workspace;

/// Reference values of the same dataset and protocol, to draw beside the curves.
struct Reference {
    std::string name;  ///< "Popularity", "Last item (bigram)", "Best reachable": stored, so translated when shown
    Metrics valid, test;
    bool isCeiling = false;  ///< what no model can exceed: a bound, not a rule one could use
};

/// What every run stands beside: popularity (POP), a bigram that knows the last item only, and where the dataset knows
/// it, the best reachable metrics. Kept in the workspace. Throws Error(Cancelled).
std::vector<Reference> referencesFor(Workspace& workspace, DatasetId dataset, const Protocol& protocol,
                                     const std::stop_token& stop = {});
/// The same under the dataset's default protocol.
std::vector<Reference> referencesFor(Workspace& workspace, DatasetId dataset, const std::stop_token& stop = {});

/// What `referencesFor` has kept of them; empty while nobody has asked it. Computes nothing.
std::vector<Reference> keptReferences(Workspace& workspace, DatasetId dataset, const Protocol& protocol);

/// The simple rule with the highest NDCG@10 among those that a run stays below, on test or, while that is not ranked,
/// on validation; null if it stays below none, if validation ranked drawn users only, or if the run is a count itself.
const Reference* ruleAbove(const RunRecord& run, const std::vector<Reference>& references);
/// "Below the simple rule "Popularity": NDCG@10 0.0600 against 0.1700 on test."; empty where `ruleAbove` is null. The
/// numbers as they are: whether the difference is more than chance is said by `againstRules` and Compare.
std::string ruleAboveSentence(const RunRecord& run, const std::vector<Reference>& references);

}  // namespace recscope
