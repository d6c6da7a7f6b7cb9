// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/config_schema.h"

namespace recscope {

/// The loss of a sample. Negatives: -log sigmoid(o_i . h) - the sum of log sigmoid(-o_j . h), as in word2vec; Softmax:
/// -log softmax_i over all items, as the BERT4Rec paper describes it.
enum class Word2VecLoss { Negatives, Softmax };
constexpr std::array<EnumName<Word2VecLoss>, 2> enumNames(Word2VecLoss) {
    return {{{Word2VecLoss::Negatives, "negatives"}, {Word2VecLoss::Softmax, "ce"}}};
}

/// How far each of several context items moves. Whole: by the whole gradient of their mean, as in word2vec's program
/// and gensim; Divided: by its share of it, which is the gradient of the loss.
enum class SeenGradient { Whole, Divided };
constexpr std::array<EnumName<SeenGradient>, 2> enumNames(SeenGradient) {
    return {{{SeenGradient::Whole, "whole"}, {SeenGradient::Divided, "divided"}}};
}

/// What predicts a target item of a history: all items of its context at once, or each of them alone.
enum class ContextWindow { Together, OneByOne };

/// CBOW and skip-gram; the defaults are gensim's. A sample has room for a window of 10 and 20 negatives.
struct Word2VecConfig {
    static constexpr std::int64_t kMostWindow = 10, kMostNegatives = 20;

    std::int64_t dim = 100;
    Word2VecLoss loss = Word2VecLoss::Negatives;
    SeenGradient seenGradient = SeenGradient::Whole;  ///< only has an effect for Together
    std::int64_t window = 5;                          ///< items on each side; how many is drawn from 1 … window
    std::int64_t negatives = 5;                       ///< k, drawn by count^power; never the target item
    double power = 0.75;                              ///< 0: all items alike, 1: by how often they occur
    double keptShare = 1e-3;  ///< items with a larger share of the interactions are left out at random; 0: none

    bool operator==(const Word2VecConfig&) const = default;
};

inline Word2VecConfig& word2VecOf(RunConfig& config) {
    return config.own.as<Word2VecConfig>();
}
inline const Word2VecConfig& word2VecOf(const RunConfig& config) {
    return config.own.as<Word2VecConfig>();
}

/// The config of such a model with the schema of its kind: 5 epochs of SGD, learning rate 0.025 falling to 0.
RunConfig word2VecConfig(const std::string& model, ContextWindow contextWindow);

}  // namespace recscope
