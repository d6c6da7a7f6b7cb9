// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <span>
#include <utility>

namespace recscope {

/// The only seeded random number generator of RecScope: SplitMix64 (Steele, Lea & Flood, OOPSLA 2014, figure 17). The
/// same seed gives the same numbers on every platform, which the standard library's distributions do not guarantee.
class Random {
public:
    /// A separate stream for each list of keys, e.g. `Random({seed, epoch, user})`. A resumed run recreates its streams
    /// from the keys, so that no state needs to be stored.
    explicit Random(std::initializer_list<std::uint64_t> keys);

    /// The n-th number of a stream, counted from 1, is mixBits(s + n * kIncrement), where s is state() before the first
    /// number.
    std::uint64_t next();
    std::uint64_t state() const { return m_state; }
    static constexpr std::uint64_t kIncrement = 0x9E3779B97F4A7C15ULL;  ///< 2^64 / golden ratio

    /// Uniform in [0, 1), with 53 random bits.
    double uniform();
    /// Uniform in [0, bound), without modulo bias (Lemire 2019); bound > 0.
    std::uint64_t below(std::uint64_t bound);
    /// Index drawn with probability weights[i] / sum; weights >= 0, sum > 0.
    std::size_t weighted(std::span<const double> weights);

    template <class T>
    void shuffle(std::span<T> values) {
        for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[below(i)]);
    }

private:
    std::uint64_t m_state = 0;
};

/// The finalizer of SplitMix64: a bijection on 64 bits that spreads every input bit over all output bits.
std::uint64_t mixBits(std::uint64_t value);

}  // namespace recscope
