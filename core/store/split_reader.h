// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

#include "core/sequence/dataset.h"
#include "core/sequence/histories.h"
#include "core/sequence/split_moments.h"

namespace recscope {

class Workspace;

/// The histories of a dataset, split by a rule. Throws Error(Input) if the rule needs times or orders and the dataset
/// has none.
Histories splitHistories(Workspace& workspace, DatasetId dataset, const SplitRule& rule,
                         ReadTimes times = ReadTimes::No);

/// The split of one history under a rule.
HistoryCut cutOf(const SplitRule& rule, std::span<const Interaction> history);

/// The rule of a split by time, of kind GlobalTime or TimeWindow. By default the last 10 % of all interactions are test
/// and the 10 % before them validation (Meng et al., RecSys 2020, "temporal global split"). Throws Error(Input) if the
/// dataset has no times, and Error(Usage) if the moments are not in ascending order.
SplitRule timeSplit(Workspace& workspace, DatasetId dataset, SplitKind kind, const SplitMoments& moments = {});

/// How much leave-one-out, or the split by the next order, looks ahead, 0…1: the share of all training interactions
/// that happened after a test target, averaged over the test targets. A deployed recommender could not have known these
/// interactions (Ji et al., TOIS 2023). 0 if the dataset has no times.
double laterTrainingShare(Workspace& workspace, DatasetId dataset, SplitKind split = SplitKind::LeaveOneOut);

/// Under leave-one-out, the share of the test items that belong to the same order as the item before them, 0…1. 0
/// without orders.
double sameOrderShare(const Histories& histories);

/// A warning that states `laterTrainingShare` and, for data with orders, `sameOrderShare`; empty if there is nothing to
/// warn about.
std::string leakageWarning(Workspace& workspace, DatasetId dataset, const SplitRule& rule);

}  // namespace recscope
