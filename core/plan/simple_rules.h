// SPDX-License-Identifier: GPL-3.0-or-later
// Compares a plan's trained models with its simple rules: baselines that only count, such as popularity.
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

/// The difference of one trained model from the best simple rule.
struct BaselineComparison {
    ScoredRow model;
    SeedInterval difference;  ///< model minus rule in the deciding metric, paired by user

    bool isBetter() const { return difference.interval.mean > difference.interval.halfWidth; }
    bool isWorse() const { return -difference.interval.mean > difference.interval.halfWidth; }
};

/// The verdict for one table that has both trained models and simple rules. The best row and the best rule are chosen
/// by validation alone; the test metrics do not influence the choice.
struct BaselinesVerdict {
    std::string dataset, metric;  ///< "ndcg@10"
    Protocol protocol;
    ScoredRow best, rule;                    ///< best row on validation, and best simple rule on validation
    std::vector<BaselineComparison> models;  ///< the trained models, in the study's order
    bool hasSeeds = false;  ///< whether every model has several seeds, so that intervals include seed effects

    /// The verdict in whole sentences: "Best on validation: SASRec, with NDCG@10 0.2004 on test. SASRec is better than
    /// …"
    std::string sentence() const;
    /// Describes the intervals and the protocol.
    std::string basis() const;
};

/// One verdict per table. Omits tables without a simple rule, without a trained model, or with rows that were not
/// validated.
std::vector<BaselinesVerdict> againstBaselines(Workspace& workspace, const Study& study);

}  // namespace recscope
