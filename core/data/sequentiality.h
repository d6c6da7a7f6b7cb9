// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <stop_token>
#include <string>

#include "core/metrics/metrics.h"
#include "core/sequence/histories.h"
#include "core/util/progress.h"

namespace recscope {

enum class Verdict {
    TooLittle,      ///< too few transitions to tell
    NotSequential,  ///< the order adds nothing over shuffled histories
    Weak,           ///< the order carries a little information
    Sequential,
};
const char* verdictName(Verdict verdict);  ///< "too_little_data", "not_sequential", "weakly_sequential", "sequential"

/// Mean and spread of a statistic over several random shuffles of the histories.
struct ShuffledValue {
    double mean = 0;
    double halfWidth = 0;  ///< 95 % of shuffles lie within mean ± this: Student's t times their standard deviation
};

/// Whether the order within the histories carries information, measured without training a model: the statistics are
/// computed on the real histories and again with each user's items in random order. Pairs within one order (basket) are
/// not counted.
struct Sequentiality {
    std::int64_t transitions = 0;  ///< pairs of consecutive items in the histories
    std::int64_t items = 0;        ///< number of distinct items; 0 = unknown: stored by an earlier version
    double bits = 0;               ///< entropy in bits of the next item given the previous one (leave-one-out estimate)
    ShuffledValue shuffledBits;    ///< `bits` for shuffled histories
    double popularityBits = 0;     ///< entropy of the next item if the history is ignored, in bits
    double repeatShare = 0;        ///< share of the transitions that lead to the same item again; 0…1
    ShuffledValue shuffledRepeatShare;
    Protocol protocol;  ///< protocol of the metrics below: validation targets, leave-one-out (with orders: next order)
    std::int64_t users = 0;             ///< number of users in the metrics below
    Metrics popularity, bigram;         ///< metrics of these two baselines
    MeanInterval ndcg10Gain, hr10Gain;  ///< bigram minus popularity, paired by user
    Verdict verdict = Verdict::TooLittle;

    /// The share by which the real order lowers the entropy (`bits`) compared with shuffled histories; negative if the
    /// real order raises it.
    double orderGain() const;
    /// Two sentences for a general reader: the verdict with its evidence, and how well a baseline that uses only the
    /// previous item predicts the next one.
    std::array<std::string, 2> sentences() const;
    std::string toJson() const;
    static Sequentiality fromJson(const std::string& json);
};

/// Deterministic: the same histories give the same numbers. Throws Error(Cancelled).
Sequentiality measureSequentiality(const Histories& histories, const ProgressSink& progress,
                                   const std::stop_token& stop);

/// A copy of the histories in which each user's items are in random order. If the data has orders, each user's orders
/// are shuffled instead, and the items of an order stay together.
Histories shuffledHistories(const Histories& histories, std::uint64_t seed);

}  // namespace recscope
