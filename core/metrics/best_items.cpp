// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/best_items.h"

#include <algorithm>
#include <cstdint>

#include "core/metrics/metrics.h"
#include "core/util/vector_clones.h"

namespace recscope {

namespace {

/// The number of scores that are compared without a branch, so that the comparison is vectorised.
constexpr std::int64_t kScoresAtOnce = 64;

/// Skips blocks of kScoresAtOnce scores in which no score is above the threshold. Returns the index at which the first
/// block with a higher score begins or, if there is none, the index after the last whole block.
RECSCOPE_VECTOR_CLONES
std::int64_t skipLowScores(const float* scores, std::int64_t count, float threshold) {
    std::int64_t begin = 0;
    for (; begin + kScoresAtOnce <= count; begin += kScoresAtOnce) {
        std::int32_t above = 0;
        for (std::int64_t i = 0; i < kScoresAtOnce; ++i)
            above |= static_cast<std::int32_t>(scores[begin + i] > threshold);
        if (above != 0) break;
    }
    return begin;
}

}  // namespace

std::vector<Token> bestItems(std::span<const float> scores, std::span<const Token> removed, std::size_t count) {
    std::vector<bool> skipped(scores.size(), false);
    for (const Token token : removed) skipped[static_cast<std::size_t>(token)] = true;
    const auto scoreOf = [&](Token token) { return scores[static_cast<std::size_t>(token)]; };
    const auto end = static_cast<Token>(scores.size()) - 1;  // the last token, [MASK], is not an item
    // The best items so far, best first. Most items are rejected at once, because they do not score higher than the
    // last entry of this list.
    std::vector<Token> best;
    if (count == 0) return best;
    best.reserve(count + 1);
    for (Token token = kFirstItemToken; token < end; ++token) {
        if (best.size() == count && (token - kFirstItemToken) % kScoresAtOnce == 0) {
            token += static_cast<Token>(skipLowScores(scores.data() + token, end - token, scoreOf(best.back())));
            if (token == end) break;
        }
        if (best.size() == count && !(scoreOf(token) > scoreOf(best.back()))) continue;
        if (scoreOf(token) <= kUnlistedScore || skipped[static_cast<std::size_t>(token)]) continue;
        if (best.size() == count) best.pop_back();
        const auto before = std::upper_bound(best.begin(), best.end(), token,
                                             [&](Token a, Token b) { return scoreOf(a) > scoreOf(b); });
        best.insert(before, token);
    }
    return best;
}

}  // namespace recscope
