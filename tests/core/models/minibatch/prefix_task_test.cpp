// SPDX-License-Identifier: GPL-3.0-or-later
// A sample is a prefix of a history, with the item after it as the target.
// A batch that is processed in pieces gives the same gradients as the whole batch.
#include "core/models/minibatch/prefix_task.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/models/narm/narm.h"
#include "core/models/narm/narm_config.h"
#include "core/models/narm/narm_net.h"
#include "core/recommender/registry.h"
#include "core/recommender/safetensors.h"
#include "core/util/random.h"

namespace recscope {
namespace {

constexpr std::int32_t kItems = 20, kUsers = 30;

class PrefixPieces : public testing::Test {
protected:
    PrefixPieces() {
        m_histories.itemCount = kItems;
        Random random({5});
        for (std::int32_t user = 0; user < kUsers; ++user) {
            std::vector<Token> history(3 + random.below(30));
            for (Token& token : history) token = kFirstItemToken + static_cast<Token>(random.below(kItems));
            m_histories.append(history);
        }
        const PrefixSamples all(m_histories);
        for (std::int64_t i = 0; i < all.count(); ++i) m_samples.push_back(all.at(i));
        m_whole.batchSamples = all.count();
    }
    std::vector<PrefixBatch> pieces(std::int64_t maxPositions, std::int64_t maxLength = 0) const {
        return splitIntoPieces(m_samples, maxLength, m_whole, maxPositions);
    }
    Histories m_histories;
    std::vector<PrefixSamples::Sample> m_samples;
    PrefixBatch m_whole;
};

using PrefixSample = std::pair<std::vector<Token>, Token>;

std::multiset<PrefixSample> readOf(const std::vector<PrefixBatch>& pieces) {
    std::multiset<PrefixSample> read;
    for (const PrefixBatch& piece : pieces) {
        for (std::int64_t n = 0; n < piece.histories.count(); ++n) {
            const auto begin = piece.histories.tokens.begin() + piece.histories.starts[static_cast<std::size_t>(n)];
            read.insert({{begin, begin + piece.histories.length(n)}, piece.targets[static_cast<std::size_t>(n)]});
        }
    }
    return read;
}

TEST_F(PrefixPieces, EachSampleIsInOnePieceWithinTheSizeLimit) {
    const std::vector<PrefixBatch> whole = pieces(1'000'000);
    ASSERT_EQ(whole.size(), 1U);
    for (const std::int64_t maxPositions : {40, 100}) {
        const std::vector<PrefixBatch> some = pieces(maxPositions);
        EXPECT_EQ(readOf(some), readOf(whole));
        for (const PrefixBatch& piece : some) {
            EXPECT_LE(static_cast<std::int64_t>(piece.histories.tokens.size()), maxPositions);
            EXPECT_EQ(piece.batchSamples, m_whole.batchSamples);
        }
    }
    // Only the newest `maxLength` items of a prefix are read, and only these count towards a piece's size.
    EXPECT_LT(pieces(100, /*maxLength=*/4).size(), pieces(100).size());
}

TEST_F(PrefixPieces, ABatchThatFitsIsUnchanged) {
    const PrefixBatch piece = pieces(1'000'000).front();
    for (std::size_t i = 0; i < m_samples.size(); ++i) {
        EXPECT_EQ(piece.targets[i], m_samples[i].target);
        EXPECT_EQ(piece.histories.length(static_cast<std::int64_t>(i)),
                  static_cast<std::int64_t>(m_samples[i].history.size()));
    }
}

TEST_F(PrefixPieces, EachHasItsOwnDropoutSeedWhenDropoutIsOn) {
    for (const PrefixBatch& piece : pieces(40)) EXPECT_EQ(piece.dropoutSeed, 0U);
    m_whole.dropoutSeed = 77;
    EXPECT_EQ(pieces(1'000'000).front().dropoutSeed, 77U);
    const std::vector<PrefixBatch> some = pieces(40);
    std::set<std::uint64_t> seeds;
    for (const PrefixBatch& piece : some) seeds.insert(piece.dropoutSeed);
    EXPECT_EQ(seeds.size(), some.size());
}

TEST_F(PrefixPieces, LossAndGradientsEqualThoseOfTheWholeBatch) {
    RunConfig config = defaultConfig("narm");
    narmOf(config).dim = 8;
    narmOf(config).units = 16;
    config.training.clipNorm = 0;
    Narm model(config, {.itemCount = kItems, .userCount = kUsers}, InitialWeights::Random);
    const SafeTensors first = model.weights();
    std::vector<std::vector<float>> gradients[2];
    double losses[2] = {};
    for (const int way : {0, 1}) {
        model.setWeights(first);
        MinibatchStep step(model.tensors(), config.training, /*threads=*/1);
        NarmNet net(narmOf(config), step.parameters(0));
        losses[way] = step.step(
            [&](int, kernels::Arena& arena) {
                double loss = 0;
                for (const PrefixBatch& piece : pieces(way == 0 ? 1'000'000 : 64)) {
                    arena.reset();
                    loss += computePrefixGradients(net, piece, arena);
                }
                return loss;
            },
            1e-3);
        for (const HostTensors::Entry& entry : model.tensors().entries()) {
            const std::span<const float> values = step.gradient(entry.name);
            gradients[way].emplace_back(values.begin(), values.end());
        }
    }
    EXPECT_NEAR(losses[1], losses[0], 1e-5 * losses[0]);  // float32 sums of some hundred numbers
    for (std::size_t i = 0; i < gradients[0].size(); ++i) {
        float largest = 0;
        for (const float value : gradients[0][i]) largest = std::max(largest, std::abs(value));
        ASSERT_GT(largest, 0) << model.tensors().entries()[i].name;
        for (std::size_t n = 0; n < gradients[0][i].size(); ++n)
            EXPECT_NEAR(gradients[1][i][n], gradients[0][i][n], 1e-4 * largest) << model.tensors().entries()[i].name;
    }
}

}  // namespace
}  // namespace recscope
