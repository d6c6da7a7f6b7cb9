// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "core/metrics/metrics.h"
#include "core/metrics/protocol.h"
#include "core/store/run_store.h"
#include "core/util/message.h"
#include "core/util/translated.h"

namespace recscope {

class Workspace;

/// Metrics of a baseline, or an upper bound, on the same dataset and protocol as a run. Shown beside the run's curves.
struct Reference {
    std::string name;  ///< "Popularity", "Last item (bigram)", "Best reachable"; in English, translated when shown
    Metrics valid, test;
    bool isUpperBound = false;  ///< an upper bound for every model, not a usable baseline
    Message detail = {};        ///< what was chosen on validation, shown in parentheses after the name; may be empty

    std::string title() const;  ///< in the current language: "Item-kNN with decay (half-life in items: 3)"
};

/// The references that every run is compared with: the popularity baseline (POP), a bigram baseline, which reads the
/// last item only, and, if the dataset provides them, the best reachable metrics. Under a split by time window also the
/// popularity in the last part of training, which is as long as the test window; if seen items are kept, a baseline
/// that recommends what the user had. After these, item-kNN with decay (`DecayedKnnScorer`), whose half-life is chosen
/// on validation, and, if the users have an attribute with 2 to 50 different values, the popularity among the users
/// with the same value (`GroupPopularityScorer`); of several attributes the one that is best on validation. Cached in
/// the workspace. Throws Error(Cancelled).
std::vector<Reference> referencesFor(Workspace& workspace, DatasetId dataset, const Protocol& protocol,
                                     const std::stop_token& stop = {});
/// `referencesFor` under the dataset's default protocol.
std::vector<Reference> referencesFor(Workspace& workspace, DatasetId dataset, const std::stop_token& stop = {});

/// The references that `referencesFor` has cached; empty before its first call. Computes nothing.
std::vector<Reference> cachedReferences(Workspace& workspace, DatasetId dataset, const Protocol& protocol);

/// Of the baselines that beat a run, the one with the highest NDCG@10. (On screen, the baselines are called simple
/// rules.) Compares test metrics or, until the run has a test score, validation metrics. Null if no baseline beats the
/// run, if only validation metrics of sampled users exist, or if the run's model is a counting model.
const Reference* bestBaselineAbove(const RunRecord& run, const std::vector<Reference>& references);
/// "Below the simple rule "Popularity": NDCG@10 0.0600 against 0.1700 on test."; empty if `bestBaselineAbove` is null.
/// States the numbers only: `againstBaselines` and the Compare page test whether the difference exceeds chance.
std::string baselineAboveSentence(const RunRecord& run, const std::vector<Reference>& references);

}  // namespace recscope
