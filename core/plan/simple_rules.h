// SPDX-License-Identifier: GPL-3.0-or-later
// Whether what a plan trained is worth it: its models that learn against its simple rules, which are counted.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/metrics/seed_statistics.h"
#include "core/plan/study.h"

namespace recscope {

/// A row of a plan with its deciding metric on test.
struct ScoredRow {
    std::string title;
    double test = 0;
    std::vector<RunId> runs;
};

struct RuleComparison {
    ScoredRow model;
    SeedInterval difference;  ///< the model minus the rule, paired by user

    bool isBetter() const { return difference.interval.mean > difference.interval.halfWidth; }
    bool isWorse() const { return -difference.interval.mean > difference.interval.halfWidth; }
};

/// Of one table of a study that has both kinds. Validation chooses the best row and the best rule; test has no part in
/// it.
struct RulesVerdict {
    std::string dataset, metric;  ///< "ndcg@10"
    Protocol protocol;
    ScoredRow best, rule;
    std::vector<RuleComparison> models;  ///< those that learn, in the study's order
    bool hasSeeds = false;               ///< every model has several: the intervals hold their effect

    /// "Best on validation: SASRec, NDCG@10 0.2004 on test. SASRec is better than …" in whole sentences.
    std::string sentence() const;
    /// What the intervals are, and the protocol.
    std::string basis() const;
};

/// Nothing for a table without a rule or without a model that learns, or whose rows were not validated.
std::vector<RulesVerdict> againstRules(Workspace& workspace, const Study& study);

}  // namespace recscope
