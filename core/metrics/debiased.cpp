// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/debiased.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <string_view>
#include <unordered_map>

#include "core/util/random.h"

namespace recscope {

namespace {

constexpr std::string_view kDebiasedPrefix = "debiased_";
constexpr std::uint64_t kDebiasStream = 0xDEB1A5;  // part of the seed, so that these draws differ from other draws

/// The place of one user's target in the random order of an item's users, of whom the first ones remain. It depends on
/// the user and the target alone, not on the order in which users are drawn.
struct Draw {
    std::uint64_t key = 0;
    std::int32_t user = 0;  ///< decides between equal keys

    auto operator<=>(const Draw&) const = default;
};

Draw drawOf(std::uint64_t seed, std::int32_t user, Token target) {
    Random random({seed, kDebiasStream, static_cast<std::uint64_t>(user), static_cast<std::uint64_t>(target)});
    return {.key = random.next(), .user = user};
}

bool knowsTargets(const UserRank& user) {
    return user.target != kPadToken && std::none_of(user.others.begin(), user.others.end(),
                                                    [](const TargetRank& other) { return other.target == kPadToken; });
}

/// The quantile of ascending numbers, interpolated between the nearest two as in pandas.
double interpolatedQuantile(std::span<const std::int64_t> ascending, double share) {
    const double at = share * static_cast<double>(ascending.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    const auto low = static_cast<double>(ascending[below]),
               high = static_cast<double>(ascending[std::min(below + 1, ascending.size() - 1)]);
    return low + (high - low) * (at - static_cast<double>(below));
}

}  // namespace

std::int64_t popularityBorder(std::vector<std::int64_t> numbers, double iqrCoefficient) {
    std::sort(numbers.begin(), numbers.end());
    const double q1 = interpolatedQuantile(numbers, 0.25), q3 = interpolatedQuantile(numbers, 0.75);
    return static_cast<std::int64_t>(std::floor(q3 + iqrCoefficient * (q3 - q1)));
}

std::optional<std::vector<UserRank>> debiasedRanks(std::span<const UserRank> ranks, double iqrCoefficient,
                                                   std::uint64_t seed) {
    if (!std::all_of(ranks.begin(), ranks.end(), knowsTargets)) return std::nullopt;
    std::vector<UserRank> remaining;
    if (ranks.empty()) return remaining;

    std::unordered_map<Token, std::vector<Draw>> draws;  // of each item's users
    for (const UserRank& user : ranks) {
        draws[user.target].push_back(drawOf(seed, user.user, user.target));
        for (const TargetRank& other : user.others)
            draws[other.target].push_back(drawOf(seed, user.user, other.target));
    }
    std::vector<std::int64_t> numbers;
    for (const auto& [item, ofItem] : draws) numbers.push_back(std::ssize(ofItem));
    const std::int64_t border = popularityBorder(std::move(numbers), iqrCoefficient);
    std::unordered_map<Token, Draw> firstRemoved;  // of the items above the border
    for (auto& [item, ofItem] : draws) {
        if (std::ssize(ofItem) <= border) continue;
        std::nth_element(ofItem.begin(), ofItem.begin() + border, ofItem.end());
        firstRemoved[item] = ofItem[static_cast<std::size_t>(border)];
    }

    for (const UserRank& user : ranks) {
        const auto isRemoved = [&](Token target) {
            const auto first = firstRemoved.find(target);
            return first != firstRemoved.end() && drawOf(seed, user.user, target) >= first->second;
        };
        UserRank kept = user;
        std::erase_if(kept.others, [&](const TargetRank& other) { return isRemoved(other.target); });
        if (isRemoved(kept.target)) {
            if (kept.others.empty()) continue;
            kept.target = kept.others.front().target;
            kept.rank = kept.others.front().rank;
            kept.ties = 0;
            kept.others.erase(kept.others.begin());
        }
        remaining.push_back(std::move(kept));
    }
    return remaining;
}

std::optional<std::string> debiasedMetric(const std::string& name) {
    if (!name.starts_with(kDebiasedPrefix)) return std::nullopt;
    return name.substr(kDebiasedPrefix.size());
}

void checkRankMetric(const std::string& name) {
    metricNamed(debiasedMetric(name).value_or(name));
}

bool sufficeFor(std::span<const std::string> metrics, std::span<const UserRank> ranks) {
    const bool needTargets = std::any_of(metrics.begin(), metrics.end(),
                                         [](const std::string& metric) { return debiasedMetric(metric).has_value(); });
    return !ranks.empty() && (!needTargets || std::all_of(ranks.begin(), ranks.end(), knowsTargets));
}

}  // namespace recscope
