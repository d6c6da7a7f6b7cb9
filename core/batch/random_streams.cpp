// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/random_streams.h"

#include <cmath>

#include "core/util/random.h"

namespace recscope {

namespace {

constexpr auto kIncrement = static_cast<std::int64_t>(Random::kIncrement);

/// A logical right shift of int64: the sign bit is shifted like any other bit.
torch::Tensor shiftedRight(const torch::Tensor& bits, int by) {
    return at::bitwise_right_shift(bits, by).bitwise_and((std::int64_t{1} << (64 - by)) - 1);
}

/// The finalizer of SplitMix64: `recscope::mixBits` on tensors.
torch::Tensor mixed(torch::Tensor bits) {
    bits = bits.bitwise_xor(shiftedRight(bits, 30)) * static_cast<std::int64_t>(0xBF58476D1CE4E5B9ULL);
    bits = bits.bitwise_xor(shiftedRight(bits, 27)) * static_cast<std::int64_t>(0x94D049BB133111EBULL);
    return bits.bitwise_xor(shiftedRight(bits, 31));
}

}  // namespace

RandomStreams::RandomStreams(std::initializer_list<std::uint64_t> keys, const torch::Tensor& last)
    : m_states(mixed(last + static_cast<std::int64_t>(Random(keys).state() + Random::kIncrement))) {}

RandomStreams RandomStreams::with(const torch::Tensor& key) const {
    return RandomStreams(mixed(m_states + kIncrement + key));
}

torch::Tensor RandomStreams::draw(const torch::Tensor& number) const {
    return mixed(m_states + number * kIncrement);
}

torch::Tensor RandomStreams::draw(std::int64_t number) const {
    return mixed(m_states + static_cast<std::int64_t>(static_cast<std::uint64_t>(number) * Random::kIncrement));
}

torch::Tensor uniformTimes2To53(const torch::Tensor& bits) {
    return shiftedRight(bits, 11);
}

torch::Tensor isBelow(const torch::Tensor& bits, double probability) {
    // uniform() = n 2^-53 with an integer n: below p if n < p 2^53, which a double holds exactly.
    return uniformTimes2To53(bits).lt(static_cast<std::int64_t>(std::ceil(std::ldexp(probability, 53))));
}

torch::Tensor below(const torch::Tensor& bits, const torch::Tensor& bound) {
    // bits * bound / 2^64, rounded down, computed in 32-bit halves so that no intermediate value reaches 2^63.
    const torch::Tensor high = shiftedRight(bits, 32), low = bits.bitwise_and(std::int64_t{0xFFFFFFFF});
    return at::bitwise_right_shift(high * bound + at::bitwise_right_shift(low * bound, 32), 32);
}

torch::Tensor below(const torch::Tensor& bits, std::int64_t bound) {
    return below(bits, torch::scalar_tensor(bound, torch::kLong));
}

}  // namespace recscope
