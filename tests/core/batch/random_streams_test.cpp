// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/random_streams.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/util/random.h"

namespace recscope {
namespace {

constexpr std::int64_t kStreams = 50, kDraws = 200;

/// The first numbers of the streams Random({7, 2, stream}), drawn by `take(random)`: (streams, draws).
template <class Take>
torch::Tensor drawnOneByOne(Take take) {
    torch::Tensor numbers = torch::empty({kStreams, kDraws}, torch::kLong);
    for (std::int64_t stream = 0; stream < kStreams; ++stream) {
        Random random({7, 2, static_cast<std::uint64_t>(stream)});
        for (std::int64_t i = 0; i < kDraws; ++i) numbers[stream][i] = static_cast<std::int64_t>(take(random));
    }
    return numbers;
}

class RandomStreamsTest : public testing::Test {
protected:
    torch::Tensor bits() const { return m_streams.draw(torch::arange(1, kDraws + 1)); }
    RandomStreams m_streams{{7, 2}, torch::arange(kStreams).unsqueeze(1)};
};

TEST_F(RandomStreamsTest, DrawTheSameNumbersAsRandom) {
    const torch::Tensor expected = drawnOneByOne([](Random& random) { return random.next(); });
    EXPECT_TRUE(torch::equal(bits(), expected));
    EXPECT_TRUE(torch::equal(m_streams.draw(3), expected.slice(1, 2, 3)));
    EXPECT_TRUE(expected.lt(0).any().item<bool>());  // some numbers have the highest bit set
}

TEST_F(RandomStreamsTest, IsBelowAgreesWithUniform) {
    for (const double probability : {0.0, 1e-3, 0.1, 0.3, 0.8 + 0.1, 1 - 0x1p-53, 1.0}) {
        const torch::Tensor expected =
            drawnOneByOne([&](Random& random) { return random.uniform() < probability ? 1 : 0; });
        EXPECT_TRUE(torch::equal(isBelow(bits(), probability).to(torch::kLong), expected)) << probability;
    }
}

TEST(IsBelow, AgreesWithUniformAtTheBoundary) {
    for (const double probability : {0.0, 0x1p-53, 0.1, 0.3, 0.5, 0.8 + 0.1, 1 - 0x1p-53, 1.0}) {
        const auto border = static_cast<std::int64_t>(std::ldexp(probability, 53));
        for (std::int64_t n = std::max<std::int64_t>(0, border - 1); n <= border + 1; ++n) {
            // Random::uniform() ignores the lowest eleven bits, so it gives n / 2^53 for both numbers in `bits`.
            const bool expected = static_cast<double>(n) * 0x1p-53 < probability;
            const torch::Tensor bits = torch::tensor({n * 2048, n * 2048 + 2047}, torch::kLong);
            if (n < std::int64_t{1} << 53) {
                EXPECT_EQ(isBelow(bits, probability).all().item<bool>(), expected) << probability;
                EXPECT_EQ(isBelow(bits, probability).any().item<bool>(), expected) << probability;
            }
        }
    }
}

TEST_F(RandomStreamsTest, DrawBelowABoundAsRandomDoes) {
    for (const std::int64_t bound : {1L, 2L, 3L, 12L, 3416L, 54542L, 1L << 30, (1L << 31) - 1}) {
        const torch::Tensor expected =
            drawnOneByOne([&](Random& random) { return random.below(static_cast<std::uint64_t>(bound)); });
        EXPECT_TRUE(torch::equal(below(bits(), bound), expected)) << bound;
        EXPECT_TRUE(torch::equal(below(bits(), torch::full({kStreams, 1}, bound, torch::kLong)), expected)) << bound;
    }
}

TEST_F(RandomStreamsTest, AcceptAnExtraKey) {
    const torch::Tensor drawn = m_streams.with(torch::arange(4)).draw(2);  // (streams, 4)
    for (std::int64_t stream = 0; stream < kStreams; ++stream) {
        for (std::int64_t key = 0; key < 4; ++key) {
            Random random({7, 2, static_cast<std::uint64_t>(stream), static_cast<std::uint64_t>(key)});
            random.next();
            EXPECT_EQ(drawn[stream][key].item<std::int64_t>(), static_cast<std::int64_t>(random.next()));
        }
    }
}

}  // namespace
}  // namespace recscope
