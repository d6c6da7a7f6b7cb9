// SPDX-License-Identifier: GPL-3.0-or-later
// Measures whether attention and the removal test find the planted causes of the sample data, in which some items were
// generated as the effect of an earlier movie. Lesson 9 and the `demo` command both show these numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/explain/scores/inference_session.h"
#include "core/explain/scores/statistics.h"
#include "core/store/run_store.h"

namespace recscope {

class Workspace;

/// A held-out item of the sample data that was planted as the effect of a movie some interactions earlier
/// (Pattern::AfterGap), with the model's attention weights and removal effects. If a movie occurs several times in a
/// history, its weights are summed and its occurrences are hidden together.
struct CauseCase {
    std::int32_t user = 0;
    std::vector<Token> items;  ///< the items the model reads, oldest first, without [MASK]
    Token target = kPadToken;
    Token cause = kPadToken;  ///< the movie that caused the target; among `items`
    /// Attention weights of the predicting row, shape (layers x heads, items), 0…1.
    std::vector<std::vector<double>> heads;
    std::vector<double> mean;        ///< mean of `heads` over all heads, shape (items)
    std::vector<double> effects;     ///< log p(target) - log p(target | movie hidden), nats, shape (items)
    std::size_t movieCount() const;  ///< number of distinct movies
    bool isCause(std::size_t item) const { return items[item] == cause; }
    double effectOfCause() const;
};

/// The movie with the largest sum of weights over its occurrences.
Token filmOfLargestWeight(const std::vector<Token>& items, const std::vector<double>& weights);

/// Ways to identify the cause of a held-out item: the largest weight in the mean over all heads, the largest weight in
/// a chosen head, or the largest removal effect.
enum class CauseMethod { Mean, Head, Removal };

/// How often attention and removal find the planted cause of a test target. Covers the targets that the sample data
/// planted with Pattern::AfterGap and whose cause the model reads.
struct CauseFinding {
    std::vector<CauseCase> cases;  ///< test targets, in user order
    /// Head for CauseMethod::Head, chosen on the validation targets; nothing if the model has no attention.
    std::optional<HeadId> head;
    ShareInterval headValidationShare;  ///< share of the validation targets whose cause the chosen head finds
    std::vector<bool> byMean;      ///< per case: whether the cause has the largest weight in the mean over all heads
    std::vector<bool> byHead;      ///< per case: whether the cause has the largest weight in the chosen head
    std::vector<bool> byRemoval;   ///< per case: whether hiding the cause has the largest effect
    std::vector<bool> byAnyHead;   ///< per case: whether the cause has the largest weight in at least one head
    double chance = 0;             ///< expected share for a random choice: mean over the cases of 1 / movieCount()
    double anyHeadChance = 0;      ///< expected share of `byAnyHead` for random heads: mean of 1 - (1 - 1 / n)^h, where
                                   ///< n = movieCount() and h = layers x heads
    std::int64_t casesRaised = 0;  ///< number of cases in which hiding the cause makes the target likelier
    std::int32_t headsOfLayer = 1;  ///< number of heads per layer

    HeadId headAt(std::size_t index) const;  ///< `index`: into `CauseCase::heads`
    std::string headTitle() const;           ///< "layer 2, head 1"; empty without attention
    const std::vector<bool>& by(CauseMethod method) const;
    ShareInterval shareOf(CauseMethod method) const;
};

/// Which methods find the most causes. `best` contains the one with the most causes found and those that are not
/// significantly worse (`leadersOf`).
struct CauseConclusion {
    std::vector<CauseMethod> best;
    bool isAboveChance = false;  ///< whether the interval of at least one of `best` lies above chance
    bool isBest(CauseMethod method) const;
};
CauseConclusion conclusionFrom(const CauseFinding& finding);

/// Runs the measurement. Throws Error(Input) if the run's dataset has no planted causes, and Error(Cancelled).
CauseFinding findPlantedCauses(const InferenceSession& inference, Workspace& workspace,
                               const std::stop_token& stop = {});
CauseFinding findPlantedCauses(Workspace& workspace, RunId run);

}  // namespace recscope
