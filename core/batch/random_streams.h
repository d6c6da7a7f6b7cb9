// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include <cstdint>
#include <initializer_list>

namespace recscope {

/// Many streams of `Random` at once, on a device and with its numbers: SplitMix64 is a counter, so that any number of
/// any stream is a few steps of int64 arithmetic, which wraps as uint64 does.
class RandomStreams {
public:
    /// Stream i is Random({keys…, last[i]}); `last` int64 of any shape decides shape and device.
    RandomStreams(std::initializer_list<std::uint64_t> keys, const torch::Tensor& last);
    /// Streams with one key more.
    RandomStreams with(const torch::Tensor& key) const;

    /// The next() of each stream that `number` (1-based, int64, broadcast against the streams) counts to: 64 bits.
    torch::Tensor draw(const torch::Tensor& number) const;
    torch::Tensor draw(std::int64_t number) const;

private:
    explicit RandomStreams(torch::Tensor states) : m_states(std::move(states)) {}
    torch::Tensor m_states;
};

/// Where `Random::uniform() < probability` with the drawn bits; bool.
torch::Tensor isBelow(const torch::Tensor& bits, double probability);

/// `Random::uniform()` with the drawn bits, times 2^53: int64, 0 <= n < 2^53.
torch::Tensor uniformTimes2To53(const torch::Tensor& bits);

/// `Random::below(bound)` with the drawn bits, 0 < bound < 2^31. Random draws again with a probability of bound / 2^64,
/// which is less than once in 2^33; that is ignored here.
torch::Tensor below(const torch::Tensor& bits, const torch::Tensor& bound);
torch::Tensor below(const torch::Tensor& bits, std::int64_t bound);

}  // namespace recscope
