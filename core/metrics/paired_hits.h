// SPDX-License-Identifier: GPL-3.0-or-later
// Which of several methods has the most hits on the same cases, and which others are not significantly worse.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace recscope {

/// Two-sided p of "both hit equally often", from the numbers of cases in which only one of the two hits: the exact
/// binomial form of McNemar's test (1947).
double pairedHitsTest(std::int64_t onlyFirst, std::int64_t onlySecond);

/// `hits`: whether each method hit, by method and case. Returns the method with the most hits and every other that is
/// not significantly worse: all pairs are tested (`pairedHitsTest`, Holm's correction) at 5 %. In the given order; all
/// methods if there are no cases. Pre: the same number of cases for each method.
std::vector<std::size_t> leadersOf(std::span<const std::vector<bool>> hits);

std::int64_t hitsIn(const std::vector<bool>& of);

}  // namespace recscope
