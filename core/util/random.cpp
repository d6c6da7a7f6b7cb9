// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/random.h"

namespace recscope {

std::uint64_t mixBits(std::uint64_t value) {
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9ULL;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBULL;
    return value ^ (value >> 31);
}

Random::Random(std::initializer_list<std::uint64_t> keys) {
    for (const std::uint64_t key : keys) m_state = mixBits(m_state + kIncrement + key);
}

std::uint64_t Random::next() {
    m_state += kIncrement;
    return mixBits(m_state);
}

double Random::uniform() {
    return static_cast<double>(next() >> 11) * 0x1.0p-53;
}

std::uint64_t Random::below(std::uint64_t bound) {
    __extension__ using Wide = unsigned __int128;
    Wide product = static_cast<Wide>(next()) * bound;
    if (static_cast<std::uint64_t>(product) < bound) {
        const std::uint64_t threshold = (0 - bound) % bound;
        while (static_cast<std::uint64_t>(product) < threshold) product = static_cast<Wide>(next()) * bound;
    }
    return static_cast<std::uint64_t>(product >> 64);
}

std::size_t Random::weighted(std::span<const double> weights) {
    double sum = 0;
    for (const double weight : weights) sum += weight;
    double left = uniform() * sum;
    std::size_t last = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (weights[i] <= 0) continue;
        last = i;
        if (left < weights[i]) return i;
        left -= weights[i];
    }
    return last;  // reached only through rounding errors
}

}  // namespace recscope
