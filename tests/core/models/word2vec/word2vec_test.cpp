// SPDX-License-Identifier: GPL-3.0-or-later
// Compares CBOW and skip-gram with tests/golden/word2vec/make.py (PyTorch), their samples with their definition, and
// CBOW with the transformer of which it is a special case.
#include "core/models/word2vec/word2vec.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "../../support/golden_file.h"
#include "core/recommender/registry.h"

namespace recscope {
namespace {

/// Scores for an unknown user after each history: (histories, V).
torch::Tensor scoresAfter(Recommender& model, const std::vector<std::vector<Token>>& histories) {
    std::vector<Query> queries;
    for (const std::vector<Token>& history : histories) queries.push_back({.history = history, .user = std::nullopt});
    const std::int64_t V = model.shape().itemCount;
    const torch::Tensor scores = torch::zeros({static_cast<std::int64_t>(queries.size()), V});
    model.score(queries,
                [&](std::size_t i, std::span<const float> row) {
                    std::copy_n(row.data() + kFirstItemToken, V,
                                scores.data_ptr<float>() + static_cast<std::int64_t>(i) * V);
                },
                {});
    return scores;
}

class Word2VecGolden : public testing::TestWithParam<const char*> {
protected:
    Word2VecGolden()
        : m_file(std::string("word2vec/") + GetParam()),
          m_model(m_file.config(), {.itemCount = m_file.number("items"), .userCount = 1},
                  m_file.number("most") == 1 ? ContextWindow::OneByOne : ContextWindow::Together,
                  InitialWeights::Loaded) {
        m_model.setWeights(m_file.group("weight"));
    }
    void expectWeights(const std::string& group) const {
        for (const auto& [name, tensor] : m_model.weights().tensors) m_file.expectEqual(tensor, group + "." + name);
    }
    std::vector<Word2VecSample> samples() const {
        const std::vector<std::int32_t> numbers = m_file.tokens("samples");
        const auto maxContext = static_cast<std::size_t>(m_file.number("most"));
        const auto negatives = static_cast<std::size_t>(word2VecOf(m_file.config()).negatives);
        std::vector<Word2VecSample> samples;
        for (std::size_t i = 0; i < numbers.size(); i += 2 + maxContext + negatives) {
            Word2VecSample sample;
            sample.positive = numbers[i];
            sample.contextCount = numbers[i + 1];
            sample.negativeCount = static_cast<std::int32_t>(negatives);
            const auto tokens = numbers.begin() + static_cast<std::ptrdiff_t>(i + 2);
            const auto next = std::copy_n(tokens, sample.contextCount, sample.tokens.begin());
            std::copy_n(tokens + static_cast<std::ptrdiff_t>(maxContext), negatives, next);
            samples.push_back(sample);
        }
        return samples;
    }
    GoldenFile m_file;
    Word2Vec m_model;
};

TEST_P(Word2VecGolden, SequentialSamplesEqualPyTorch) {
    Word2VecTrainingModule module(m_model, m_file.config());
    std::vector<float> losses;
    for (const Word2VecSample& sample : samples()) {
        losses.push_back(static_cast<float>(module.update(sample, m_file.config().training.learningRate)));
        if (losses.size() == 1) expectWeights("after1");
        if (losses.size() == 5) expectWeights("after5");
    }
    expectWeights("end");
    m_file.expectEqual(torch::tensor(losses), "losses");
}

TEST_P(Word2VecGolden, ASoftmaxStepOnAllSamplesEqualsPyTorch) {
    Word2VecTrainingModule module(m_model, m_file.config());
    const double loss = module.learnBySoftmax(samples(), m_file.config().training.learningRate);
    m_file.expectEqual(torch::tensor({static_cast<float>(loss)}), "loss");
    expectWeights("softmax");
}

TEST_P(Word2VecGolden, ScoresAfterGrowingHistoriesEqualPyTorch) {
    m_model.setWeights(m_file.group("expected.end"));
    std::vector<std::vector<Token>> histories = {{}};
    for (Token last = 1; last <= m_file.number("items"); ++last) {
        histories.push_back(histories.back());
        histories.back().push_back(last);
    }
    const torch::Tensor scores = scoresAfter(m_model, histories);
    // The program ranks items without interactions last; the PyTorch script does not. The products are therefore
    // compared as if every item occurred.
    SafeTensors allOccur = m_file.group("expected.end");
    allOccur.tensors["item_count"] = torch::ones_like(allOccur.tensors["item_count"]);
    m_model.setWeights(allOccur);
    const torch::Tensor products = scoresAfter(m_model, histories);
    m_file.expectEqual(torch::cat({scores.slice(0, 0, 1), products.slice(0, 1)}), "scores");
    constexpr std::int64_t kUnusedItem = 2;
    EXPECT_TRUE(scores.argmin(/*dim=*/1).eq(kUnusedItem - kFirstItemToken).all().item<bool>());
}

INSTANTIATE_TEST_SUITE_P(PyTorch, Word2VecGolden, testing::Values("cbow", "cbow_whole", "skip_gram"),
                         [](const auto& info) { return info.param; });

/// A transformer with one uniform attention layer, untied output and only the centre masked equals CBOW: with zero
/// queries and keys, attention is uniform over all positions, including [MASK], whose vector is zero.
TEST(Cbow, IsATransformerWithOneLayerOfUniformAttention) {
    constexpr std::int32_t kItems = 9;
    constexpr std::int64_t kDim = 12;
    const ModelShape shape{.itemCount = kItems, .userCount = 1};
    RunConfig config = defaultConfig("bert4rec");
    for (const auto& [key, value] : {std::pair("dim", "12"),
                                     {"heads", "1"},
                                     {"layers", "1"},
                                     {"positions", "none"},
                                     {"layer_norm", "off"},
                                     {"embedding_norm", "off"},
                                     {"final_norm", "off"},
                                     {"feed_forward", "off"},
                                     {"residual", "off"},
                                     {"output_projection", "off"},
                                     {"output_bias", "off"},
                                     {"tied_output", "off"}})
        setConfigValue(config, key, value);
    const auto transformer = makeRecommender(config, shape, InitialWeights::Random);
    SafeTensors weights = transformer->weights();
    SafeTensors cbowWeights;
    cbowWeights.tensors["item_embedding.weight"] = torch::randn({kItems + 2, kDim});
    cbowWeights.tensors["output_embedding.weight"] = torch::randn({kItems + 2, kDim});
    cbowWeights.tensors["item_count"] = torch::ones({kItems + 2});
    for (auto& [name, tensor] : cbowWeights.tensors) tensor[0] = tensor[kItems + 1] = 0;
    int outputs = 0;
    for (auto& [name, tensor] : weights.tensors) {
        const bool isIdentity =
            name.find("value.weight") != std::string::npos || name.find("attention.output.weight") != std::string::npos;
        if (name == "item_embedding.weight") {
            tensor = cbowWeights.tensors.at("item_embedding.weight");
        } else if (isIdentity) {
            tensor = torch::eye(kDim);
        } else if (name.starts_with("layers.")) {
            tensor = torch::zeros_like(tensor);
        } else if (name.starts_with("output")) {
            tensor = cbowWeights.tensors.at("output_embedding.weight");
            ++outputs;
        }
    }
    ASSERT_EQ(outputs, 1);
    transformer->setWeights(weights);
    RunConfig cbowConfig = defaultConfig("cbow");
    setConfigValue(cbowConfig, "dim", "12");
    setConfigValue(cbowConfig, "window", "10");
    const auto cbow = makeRecommender(cbowConfig, shape, InitialWeights::Loaded);
    cbow->setWeights(cbowWeights);

    const std::vector<Token> history = {4, 1, 7, kHiddenItem, 2, 9};
    const std::vector<std::int32_t> centre = {3};
    const std::vector<float> filled = transformer->maskedItemPredictor()->fill(history, centre).front();
    const torch::Tensor expected = scoresAfter(*cbow, {history})[0];
    // Attention is spread over six positions, of which five have a vector other than zero.
    const torch::Tensor actual = torch::tensor(filled).slice(0, kFirstItemToken, kItems + 1) * 6 / 5;
    EXPECT_LE((actual - expected).abs().max().item<double>(), 1e-5);
    EXPECT_GT(expected.abs().max().item<double>(), 0.1);
}

/// Two users and nine items; the last two of each history are held out.
Histories twoUsers() {
    Histories histories;
    histories.itemCount = 9;
    histories.append(std::vector<Token>{1, 2, 3, 4, 8, 9});
    histories.append(std::vector<Token>{5, 6, 1, 8, 9});
    return histories;
}

class Word2VecSampling : public testing::Test {
protected:
    Word2VecSampling() { word2Vec().keptShare = 0; }
    Word2VecConfig& word2Vec() { return word2VecOf(m_config); }
    std::vector<Word2VecSample> drawn(ContextWindow contextWindow, int epochs) {
        Word2VecSamples samples(m_histories, m_config, contextWindow);
        std::vector<Word2VecSample> all;
        for (int epoch = 1; epoch <= epochs; ++epoch) {
            samples.startEpoch(epoch);
            for (std::int64_t block = 0; block < samples.blocks(); ++block) {
                const std::vector<Word2VecSample> some = samples.draw(block);
                all.insert(all.end(), some.begin(), some.end());
            }
        }
        return all;
    }
    Histories m_histories = twoUsers();
    RunConfig m_config = defaultConfig("cbow");
};

TEST_F(Word2VecSampling, ContextSpansOneToWindowItemsOnBothSides) {
    word2Vec().window = 2;
    std::set<std::vector<Token>> of2, of1;
    for (const Word2VecSample& sample : drawn(ContextWindow::Together, 200)) {
        if (sample.positive == 2) of2.insert({sample.contextItems().begin(), sample.contextItems().end()});
        if (sample.positive == 1) of1.insert({sample.contextItems().begin(), sample.contextItems().end()});
    }
    EXPECT_EQ(of2, (std::set<std::vector<Token>>{{1, 3}, {1, 3, 4}}));
    EXPECT_EQ(of1, (std::set<std::vector<Token>>{{2}, {2, 3}, {6}, {5, 6}}));
}

TEST_F(Word2VecSampling, SkipGramSeesOneItemAtATime) {
    word2Vec().window = 1;
    std::map<std::pair<Token, Token>, int> pairs;
    for (const Word2VecSample& sample : drawn(ContextWindow::OneByOne, 1)) {
        ASSERT_EQ(sample.contextCount, 1);
        ++pairs[{sample.contextItems()[0], sample.positive}];
    }
    EXPECT_EQ(pairs, (std::map<std::pair<Token, Token>, int>{{{1, 2}, 1},
                                                             {{2, 1}, 1},
                                                             {{2, 3}, 1},
                                                             {{3, 2}, 1},
                                                             {{3, 4}, 1},
                                                             {{4, 3}, 1},
                                                             {{5, 6}, 1},
                                                             {{6, 5}, 1},
                                                             {{6, 1}, 1},
                                                             {{1, 6}, 1}}));
}

TEST_F(Word2VecSampling, NegativesFollowThePowerOfTheirCountAndExcludeThePositive) {
    // Item 1 occurs twice in the training parts, 2 to 6 once, 7 to 9 never.
    std::map<Token, int> times;
    int all = 0;
    for (const Word2VecSample& sample : drawn(ContextWindow::Together, 3000)) {
        for (const Token other : sample.negativeItems()) {
            EXPECT_NE(other, sample.positive);
            if (sample.positive != 4) continue;
            ++times[other];
            ++all;
        }
    }
    const double twice = std::pow(2, 0.75), sum = twice + 4;  // item 4 itself is excluded
    for (const Token item : {1, 2, 3, 5, 6}) {
        const double share = (item == 1 ? twice : 1) / sum;
        EXPECT_NEAR(times[item], all * share, 5 * std::sqrt(all * share * (1 - share))) << item;
    }
    EXPECT_EQ(times.size(), 5u);
}

TEST_F(Word2VecSampling, SubsamplesFrequentItemsAsWord2VecDoes) {
    // Item 1 has 2 of 7 interactions, the others 1 of 7.
    word2Vec().keptShare = 0.05;
    const auto chance = [&](double share) { return (std::sqrt(share / 0.05) + 1) * 0.05 / share; };
    constexpr int kEpochs = 20000;
    std::map<Token, int> times;
    for (const Word2VecSample& sample : drawn(ContextWindow::Together, kEpochs)) ++times[sample.positive];
    // Item 2 gives a sample if it is kept together with at least one other item of its history.
    const double rare = chance(1 / 7.0), popular = chance(2 / 7.0);
    ASSERT_LT(rare, 1);
    const double expected = kEpochs * rare * (1 - (1 - popular) * (1 - rare) * (1 - rare));
    EXPECT_NEAR(times[2], expected, 5 * std::sqrt(expected));
}

TEST_F(Word2VecSampling, HeldOutItemsAreNotSeen) {
    for (const Word2VecSample& sample : drawn(ContextWindow::Together, 50)) {
        EXPECT_LE(sample.positive, 6);
        for (const Token token : sample.contextItems()) EXPECT_LE(token, 6);
    }
}

}  // namespace
}  // namespace recscope
