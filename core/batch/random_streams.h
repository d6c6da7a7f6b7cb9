// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <initializer_list>

namespace recscope {

/// Computes many streams of `Random` in parallel on a device, with the same numbers as on the host. SplitMix64 is
/// counter-based, so any number of any stream takes only a few operations of int64 arithmetic, which wraps as uint64
/// does.
class RandomStreams {
public:
    /// Stream i is Random({keys…, last[i]}); `last`, int64 of any shape, determines shape and device.
    RandomStreams(std::initializer_list<std::uint64_t> keys, const torch::Tensor& last);
    /// The streams with `key` appended to their keys.
    RandomStreams with(const torch::Tensor& key) const;

    /// The 64 bits that the n-th call of next() returns for each stream, where n = `number`: int64, 1-based, broadcast
    /// against the streams.
    torch::Tensor draw(const torch::Tensor& number) const;
    torch::Tensor draw(std::int64_t number) const;

private:
    explicit RandomStreams(torch::Tensor states) : m_states(std::move(states)) {}
    torch::Tensor m_states;
};

/// The result of `Random::uniform() < probability` if `Random` draws these bits; bool.
torch::Tensor isBelow(const torch::Tensor& bits, double probability);

/// The result of `Random::uniform()` if `Random` draws these bits, times 2^53: int64, 0 <= n < 2^53.
torch::Tensor uniformTimes2To53(const torch::Tensor& bits);

/// The result of `Random::below(bound)` if `Random` draws these bits, 0 < bound < 2^31. `Random` redraws with a
/// probability of bound / 2^64, less than 2^-33; this is ignored here.
torch::Tensor below(const torch::Tensor& bits, const torch::Tensor& bound);
torch::Tensor below(const torch::Tensor& bits, std::int64_t bound);

}  // namespace recscope
