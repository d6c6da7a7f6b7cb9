// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the method with the most hits among several methods applied to the same cases, and the methods that are not
// significantly worse.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace recscope {

/// Two-sided p-value for the hypothesis that two methods hit equally often, from the numbers of cases in which only one
/// of the two hits: the exact binomial form of McNemar's test (1947).
double pairedHitsTest(std::int64_t onlyFirst, std::int64_t onlySecond);

/// Two numbers: the cases in which only the first of two methods hit, and those in which only the second hit. Pre: the
/// same number of cases.
std::pair<std::int64_t, std::int64_t> hitsOfOnlyOne(const std::vector<bool>& first, const std::vector<bool>& second);

/// `hits`: whether a method hit, indexed by method, then by case. Returns the indices of the method with the most hits
/// and of every other method that is not significantly worse, in ascending order. All pairs are tested
/// (`pairedHitsTest` with Holm's correction) at 5 %. If there are no cases, returns all methods. Pre: the same number
/// of cases for each method.
std::vector<std::size_t> leadersOf(std::span<const std::vector<bool>> hits);

std::int64_t hitsIn(const std::vector<bool>& hits);

}  // namespace recscope
