// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "core/metrics/ranker.h"
#include "core/sequence/transitions.h"
#include "core/util/progress.h"

namespace recscope {

/// POP: the number of occurrences of each item in the training parts, indexed by token, shape (V + 2).
std::vector<float> popularityScores(const Histories& histories);

/// `backoff` times each item's share of the training interactions, indexed by token, shape (V + 2).
std::vector<float> backoffPrior(const Histories& histories, double backoff);

/// A bigram model: scores an item by how often it followed the last item of the input in the training parts. Items that
/// never followed it are scored by popularity. The bigram model is a sequential model that reads only one item.
class BigramScorer {
public:
    /// Throws Error(Cancelled).
    explicit BigramScorer(const Histories& histories, const std::stop_token& stop = {});

    /// Scores indexed by token, shape (V + 2); the span is valid until the next call. Pre: input is not empty.
    std::span<const float> scores(std::span<const Token> input);

private:
    Transitions m_transitions;
    std::vector<float> m_prior;  ///< indexed by token, shape (V + 2); see backoffPrior
    std::vector<float> m_scores;
};

/// Ranks every user's target by `score(input)`, which returns scores indexed by token, shape (V + 2). Throws
/// Error(Cancelled).
Evaluation evaluateScorer(const Histories& histories, const Protocol& protocol, Split split,
                          const std::function<std::span<const float>(std::span<const Token>)>& score,
                          const ProgressSink& progress, const std::stop_token& stop);

}  // namespace recscope
