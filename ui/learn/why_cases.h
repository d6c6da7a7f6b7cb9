// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "ui/learn/learn_query.h"

namespace recscope::ui {

inline constexpr int kWhyCases = 20, kCountedCases = 200;
/// The longest history of a case: so many rows can be read, and chosen from, at once.
inline constexpr std::size_t kMostWhyItems = 16;

/// One user whose held-out item was caused by an earlier one, and what the model looked at.
struct WhyCase {
    std::string userId;
    std::vector<Token> items;     ///< what the model read, oldest first
    Token target = kPadToken;     ///< the held-out item
    std::vector<int> causes;      ///< indices in items: the planted truth
    std::vector<double> weights;  ///< of items: the reading row's weights, mean over all heads, 0…1
    int largestWeight = -1;       ///< index in items
    std::vector<double> effects;  ///< of items: how much their removal lowers the target, in nats; 0: not removed
    int removal = -1;             ///< index in items: without it the target loses most; -1: nothing can be removed

    bool isCause(int index) const;
};

/// At most so many users whose test item the sample planted to follow an earlier one after a gap and whose history is
/// no longer than `longest`, drawn by `seed`. Runs in a job of `Lane::Model`.
std::vector<WhyCase> drawCases(Workspace& workspace, ExplainerCache& cache, DatasetId dataset, const LoadedRun& run,
                               std::uint64_t seed, const std::stop_token& stop, int most = kWhyCases,
                               std::size_t longest = std::size_t(-1));

}  // namespace recscope::ui
