// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/sequence/histories.h"

namespace recscope {

/// Concatenated histories without padding.
struct PackedHistories {
    std::vector<Token> tokens;            ///< (P) the items of all histories, each oldest first
    std::vector<std::int32_t> starts{0};  ///< (N + 1): history n is tokens[starts[n]] … tokens[starts[n + 1] - 1]

    std::int64_t count() const { return static_cast<std::int64_t>(starts.size()) - 1; }
    std::int64_t length(std::int64_t n) const;
    /// Appends a history's newest `maxPositions` positions (0 = all), skipping PAD.
    void add(std::span<const Token> history, std::int64_t maxPositions);
};

/// The training samples of models that predict a single item from the history before it: every item of a training part
/// except the first is a target.
class PrefixSamples {
public:
    struct Sample {
        std::int32_t user = 0;
        std::span<const Token> history;  ///< everything before the target, oldest first
        Token target = kPadToken;
    };

    /// `histories` must outlive this.
    explicit PrefixSamples(const Histories& histories);

    std::int64_t count() const { return m_begins.back(); }
    Sample at(std::int64_t index) const;

private:
    const Histories& m_histories;
    std::vector<std::int64_t> m_begins{0};  ///< (U + 1) index of each user's first sample
};

}  // namespace recscope
