// SPDX-License-Identifier: GPL-3.0-or-later
// Compares FPMC with tests/golden/fpmc/make.py (PyTorch), and tests the scores of its two halves (user preference and
// transitions).
#include <gtest/gtest.h>

#include "../pairwise/golden_transitions.h"
#include "core/models/pairwise/transition_factors.h"
#include "core/recommender/registry.h"

namespace recscope {
namespace {

class FpmcGolden : public testing::Test {
protected:
    FpmcGolden()
        : m_file("fpmc/fpmc"),
          m_model(m_file.config(), {.itemCount = m_file.number("items"), .userCount = m_file.number("users")},
                  GeneralPreference::OfUser, InitialWeights::Loaded) {
        m_model.setWeights(m_file.group("weight"));
    }
    GoldenFile m_file;
    TransitionFactors m_model;
};

TEST_F(FpmcGolden, SequentialSamplesEqualPyTorch) {
    TransitionFactorsTrainingModule module(m_model, m_file.config());
    expectSequentialSamplesEqual(m_file, m_model, module);
}

TEST_F(FpmcGolden, ScoresOfEachUserAfterEachItemEqualPyTorch) {
    m_model.setWeights(m_file.group("expected.end"));
    m_file.expectEqual(scoresAfterEachItem(m_model, m_file.number("users")), "scores");
}

TEST(Fpmc, AnUnknownUserIsScoredByTransitionsAlone) {
    const ModelShape shape{.itemCount = 9, .userCount = 5};
    TransitionFactors fpmc(defaultConfig("fpmc"), shape, GeneralPreference::OfUser, InitialWeights::Random);
    TransitionFactorsTrainingModule module(fpmc, defaultConfig("fpmc"));
    for (int i = 0; i < 50; ++i)
        module.update({.user = i % 5, .last = 1 + i % 9, .positive = 1 + i % 7, .negative = 9}, 0.05);
    TransitionFactors fmc(defaultConfig("fmc"), shape, GeneralPreference::None, InitialWeights::Loaded);
    fmc.setWeights(fpmc.weights());
    EXPECT_TRUE(torch::equal(scoresAfterEachItem(fpmc, 0), scoresAfterEachItem(fmc, 0)));
    EXPECT_FALSE(torch::equal(scoresAfterEachItem(fpmc, 1)[1], scoresAfterEachItem(fmc, 1)[1]));
}

TEST(Fpmc, ItemVectorsTimesTheHalvesOfAQueryAreItsScores) {
    TransitionFactors model(defaultConfig("fpmc"), {.itemCount = 4, .userCount = 2}, GeneralPreference::OfUser,
                            InitialWeights::Random);
    const std::int64_t dim = model.dim();
    const torch::Tensor vectors = torch::tensor(model.itemVectors()).view({4, 2 * dim});
    const torch::Tensor query = torch::cat(
        {torch::from_blob(model.previous(3), {dim}).clone(), torch::from_blob(model.user(1), {dim}).clone()});
    EXPECT_TRUE(torch::allclose(vectors.mv(query), scoresAfterEachItem(model, 2)[2][3], 1e-5));  // user 1, item 3
}

}  // namespace
}  // namespace recscope
