// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "core/metrics/ranker.h"
#include "core/sequence/transitions.h"
#include "core/sequence/user_attribute.h"
#include "core/util/progress.h"

namespace recscope {

/// The POP baseline: the number of occurrences of each item in the training parts of all histories (the items before a
/// user's held-out items). Indexed by token, shape (V + 2), where V is the number of items and the other two entries
/// are padding and [MASK].
std::vector<float> popularityScores(const Histories& histories);

/// The same for interactions of the training parts from the time `since` on (Unix seconds). Pre: the histories have
/// times.
std::vector<float> recentPopularityScores(const Histories& histories, std::int64_t since);

/// `backoff` times each item's share of all training interactions, indexed by token, shape (V + 2). A bigram model adds
/// these pseudo-counts, whose sum is `backoff`, to its counts, so that items that never followed the last item are
/// scored by popularity.
std::vector<float> backoffPrior(const Histories& histories, double backoff);

/// A bigram model: scores an item by how often it followed the last item of the input in the training parts, and items
/// that never followed that item by their popularity. This is a sequential model that reads only one item.
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

/// Recommends what the user had: scores an item by how often it is in the input, of equally frequent ones the newest,
/// and all other items by their popularity.
class OwnItemsScorer {
public:
    explicit OwnItemsScorer(const Histories& histories);

    /// Scores indexed by token, shape (V + 2); the span is valid until the next call.
    std::span<const float> scores(std::span<const Token> input);

private:
    std::vector<float> m_prior;  ///< indexed by token, shape (V + 2); popularity, below 0.5
    std::vector<float> m_scores;
};

/// Popularity in the user's group: scores an item by how often it occurs in the training parts of the users with the
/// same value of an attribute, and items that occur equally often there by their popularity among all users. For a user
/// without a value this is the popularity among all users.
class GroupPopularityScorer {
public:
    /// Pre: the attribute is of kind Category. Throws Error(Cancelled).
    GroupPopularityScorer(const Histories& histories, const UserAttribute& attribute, const std::stop_token& stop = {});

    /// Scores indexed by token, shape (V + 2); the span is valid until the next call.
    std::span<const float> scores(std::int32_t user);

private:
    /// An item that occurs in a group, and how often.
    struct Count {
        Token item = kPadToken;
        std::int32_t count = 0;
    };
    std::vector<std::int32_t> m_groups;        ///< one per user: index in m_counts, UserAttribute::kUnknown = none
    std::vector<std::vector<Count>> m_counts;  ///< the items of each group, ascending
    std::vector<float> m_prior;                ///< indexed by token, shape (V + 2); popularity, at most 0.5
    std::vector<float> m_scores;
};

/// Scores of all tokens, (V + 2), for a user and the user's history before the target; valid until the next call.
using BaselineScore = std::function<std::span<const float>(std::int32_t user, const History& input)>;

/// Ranks every user's target by `score`. If `usersAtMost` is not 0, at most that many users are sampled (see `Ranker`)
/// and ranked. Throws Error(Cancelled).
Evaluation evaluateScorer(const Histories& histories, const Protocol& protocol, Split split, const BaselineScore& score,
                          const ProgressSink& progress, const std::stop_token& stop, std::int64_t usersAtMost = 0);

}  // namespace recscope
