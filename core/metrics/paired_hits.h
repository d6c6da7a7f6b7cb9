// SPDX-License-Identifier: GPL-3.0-or-later
// Which of several ways of answering the same cases hits most often, and which of them are not clearly worse.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace recscope {

/// Two-sided p of "both hit equally often", from the numbers of cases in which only one of the two hits: the exact
/// binomial form of McNemar's test (1947).
double pairedHitsTest(std::int64_t onlyFirst, std::int64_t onlySecond);

/// By way and case: whether it hit. The way with the most hits, and every other that is not clearly worse than it: all
/// pairs are tested (`pairedHitsTest`, Holm's correction) at 5 %. In the order given; all where there is no case.
/// Pre: as many cases for each way.
std::vector<std::size_t> leadersOf(std::span<const std::vector<bool>> hits);

std::int64_t hitsIn(const std::vector<bool>& of);

}  // namespace recscope
