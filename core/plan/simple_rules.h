// SPDX-License-Identifier: GPL-3.0-or-later
// Whether training pays off: compares a plan's trained models with its simple rules, which only count.
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
    SeedInterval difference;  ///< model minus rule, paired by user

    bool isBetter() const { return difference.interval.mean > difference.interval.halfWidth; }
    bool isWorse() const { return -difference.interval.mean > difference.interval.halfWidth; }
};

/// The verdict for one table of a study that has both kinds. Validation alone chooses the best row and the best rule;
/// test is not used for it.
struct RulesVerdict {
    std::string dataset, metric;  ///< "ndcg@10"
    Protocol protocol;
    ScoredRow best, rule;
    std::vector<RuleComparison> models;  ///< the trained models, in the study's order
    bool hasSeeds = false;               ///< every model has several seeds, which the intervals cover

    /// In whole sentences: "Best on validation: SASRec, with NDCG@10 0.2004 on test. SASRec is better than …"
    std::string sentence() const;
    /// Describes the intervals and the protocol.
    std::string basis() const;
};

/// Omits tables without a rule, without a trained model, or with rows that were not validated.
std::vector<RulesVerdict> againstRules(Workspace& workspace, const Study& study);

}  // namespace recscope
