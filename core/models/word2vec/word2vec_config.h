// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/config_schema.h"

namespace recscope {

/// The loss of a sample with target i, where h is the mean of the context vectors and o_j the output vector of item j.
/// Negatives: -log sigmoid(o_i . h) - the sum over the negatives j of log sigmoid(-o_j . h), as in word2vec; Softmax:
/// -log softmax(o . h)_i over all items, as the BERT4Rec paper describes it.
enum class Word2VecLoss { Negatives, Softmax };
constexpr std::array<EnumName<Word2VecLoss>, 2> enumNames(Word2VecLoss) {
    return {{{Word2VecLoss::Negatives, "negatives"}, {Word2VecLoss::Softmax, "ce"}}};
}

/// How much of the gradient of the context items' mean each context item gets. Whole: all of it, as in word2vec's
/// program and gensim; Divided: the gradient divided by the number of items, which is the true gradient of the loss.
enum class ContextGradient { Whole, Divided };
constexpr std::array<EnumName<ContextGradient>, 2> enumNames(ContextGradient) {
    return {{{ContextGradient::Whole, "whole"}, {ContextGradient::Divided, "divided"}}};
}

/// What predicts a target item. Together: the mean of all items of its context, as in CBOW; OneByOne: each item of its
/// context alone, as in skip-gram.
enum class ContextWindow { Together, OneByOne };

/// CBOW and skip-gram; the defaults are gensim's. The window is at most 10 and the number of negatives at most 20,
/// because a Word2VecSample stores its items in an array of fixed size.
struct Word2VecConfig {
    static constexpr std::int64_t kMaxWindow = 10, kMaxNegatives = 20;

    std::int64_t dim = 100;  ///< d: width of the two vectors of each item
    Word2VecLoss loss = Word2VecLoss::Negatives;
    ContextGradient contextGradient = ContextGradient::Whole;  ///< has an effect only for Together
    std::int64_t window = 5;     ///< largest number of context items per side; the number is drawn from 1 … window
    std::int64_t negatives = 5;  ///< draws per target, in proportion to count^power; a draw of the target is discarded
    double power = 0.75;         ///< the exponent of count; 0: negatives are uniform
    double keptShare = 1e-3;     ///< items with a larger share of interactions are skipped at random; 0: no item is

    bool operator==(const Word2VecConfig&) const = default;
};

inline Word2VecConfig& word2VecOf(RunConfig& config) {
    return config.own.as<Word2VecConfig>();
}
inline const Word2VecConfig& word2VecOf(const RunConfig& config) {
    return config.own.as<Word2VecConfig>();
}

/// The config of CBOW or skip-gram, with the schema of that model: 5 epochs of SGD, learning rate 0.025 falling to 0.
RunConfig word2VecConfig(const std::string& model, ContextWindow contextWindow);

}  // namespace recscope
