// SPDX-License-Identifier: GPL-3.0-or-later
// Do attention and removal find what the sample was made to be caused by? Lesson 9 and `demo` say the same numbers.
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

/// A held-out item of the sample that an earlier film made likely after a gap, and what the model makes of it. Visits
/// of one film count as one: their weights are added up, and they are hidden together.
struct CauseCase {
    std::int32_t user = 0;
    std::vector<Token> items;  ///< what the model read, oldest first, without [MASK]
    Token target = kPadToken;
    Token cause = kPadToken;                 ///< the film that made the target likely; among `items`
    std::vector<std::vector<double>> heads;  ///< (layers x heads)(items) weights of the predicting row, 0…1
    std::vector<double> mean;                ///< (items) the mean over all heads
    std::vector<double> effects;             ///< (items) log p(target) - log p(target | film hidden), nats
    std::size_t films() const;               ///< different ones
    bool isCause(std::size_t item) const { return items[item] == cause; }
    double effectOfCause() const;
};

/// The film with the largest sum of weights over its visits.
Token filmOfLargestWeight(const std::vector<Token>& items, const std::vector<double>& weights);

/// Ways to point at the cause of a held-out item.
enum class CauseWay { Mean, Head, Removal };

/// How often attention and removal find the planted cause of the sample's "A makes B" test targets: of all whose cause
/// the model reads.
struct CauseFinding {
    std::vector<CauseCase> cases;  ///< of test, in user order
    std::optional<HeadId> head;    ///< chosen on the validation targets; nothing without attention
    ShareInterval headWhenChosen;  ///< of that head, on the validation targets it was chosen for
    std::vector<bool> byMean;      ///< by case: largest weight in the mean over all heads
    std::vector<bool> byHead;      ///< by case: largest weight of that head
    std::vector<bool> byRemoval;   ///< by case: largest effect when hidden
    std::vector<bool> byAnyHead;   ///< by case: the largest weight of some head
    double chance = 0;             ///< mean of 1 / films: one of the films that are read, drawn blindly
    double anyHeadChance = 0;      ///< mean of 1 - (1 - 1 / films)^(layers x heads)
    std::int64_t raised = 0;       ///< cases in which the target became likelier with its cause hidden
    std::int32_t headsOfLayer = 1;

    HeadId headAt(std::size_t index) const;  ///< of `CauseCase::heads`
    std::string headTitle() const;           ///< "layer 2, head 1"; empty without attention
    const std::vector<bool>& by(CauseWay way) const;
    ShareInterval shareOf(CauseWay way) const;
};

/// What the numbers say: the way that finds most, and those that are not clearly worse (`leadersOf`).
struct CauseConclusion {
    std::vector<CauseWay> best;
    bool isAboveChance = false;  ///< the interval of the way that finds most lies above chance
    bool isBest(CauseWay way) const;
};
CauseConclusion concludeFrom(const CauseFinding& finding);

/// Throws Error(Input) if the run's dataset has no planted causes, and Error(Cancelled).
CauseFinding findPlantedCauses(const InferenceSession& inference, Workspace& workspace,
                               const std::stop_token& stop = {});
CauseFinding findPlantedCauses(Workspace& workspace, RunId run);

}  // namespace recscope
