// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace recscope {

/// Each explanation works out its metric for four example users; these are the ranks of their targets.
inline constexpr std::array<std::int32_t, 4> kExampleRanks = {1, 2, 3, 10};

/// The names of the metrics that occur in a string, spelled as in Metrics::named(). Each name is returned once, in
/// order of first appearance: "ndcg@10" and "hr@10" for "NDCG@10 and HR@10". "HR@K" counts as "hr@10", "NDCG@1" as
/// "hr@1". "coverage@10" and "popularity@10" are also recognised.
std::vector<std::string> metricsNamedIn(std::string_view text);

/// Explains a metric in whole sentences: its meaning, its formula, and its value for `kExampleRanks`. Throws
/// Error(Usage) for an unknown name.
std::string explainMetric(const std::string& name);

}  // namespace recscope
