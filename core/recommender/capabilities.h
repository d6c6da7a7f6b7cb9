// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace recscope {

/// Which attention weights a model provides.
enum class AttentionKind {
    None,
    EveryPosition,  ///< square maps: rows = query positions, columns = key positions
    LastOnly,       ///< one row: the weight of each history position in the prediction
};

/// How attention weights are computed.
enum class AttentionWeights {
    Softmax,    ///< each row is a softmax: weights are positive and sum to 1
    Pointwise,  ///< each weight is computed on its own: a row need not sum to 1, and weights may be negative
};

/// What a model uses for a user it was not trained on.
enum class UnknownUser {
    NotNeeded,     ///< nothing: scores do not depend on the user
    MeanUser,      ///< the mean of all users' vectors
    HistoryAlone,  ///< the history part of the model, without a user vector
    Popularity,    ///< how often each item occurs in training
    OwnEntry,      ///< an entry for unknown users that the model itself contains
};

/// What the scores of a model are. This determines how probabilities are computed from them.
enum class ScoreKind {
    Logits,         ///< any numbers; probabilities are their softmax over all items
    Probabilities,  ///< not negative; they are divided by their sum over all items
};

/// What a model can do. Screens, jobs and commands depend on these fields and never on the name of a model.
struct Capabilities {
    AttentionKind attention = AttentionKind::None;
    AttentionWeights attentionWeights = AttentionWeights::Softmax;  ///< meaningless without attention
    std::int64_t layers = 0, heads = 0;  ///< number of attention layers and of heads per layer; 0 without attention
    bool usesBidirectionalAttention = false;  ///< bidirectional attention: positions also attend to later positions
    bool scoreIsSum = false;                  ///< the score of a candidate is a sum of one term per history item
    ScoreKind scores = ScoreKind::Logits;
    std::int64_t maxLength = 0;        ///< number of newest history positions read; 0 = all
    bool predictsMaskedItems = false;  ///< can predict a masked item from the items before and after it
    bool needsHistory = false;         ///< cannot score an empty history
    bool readsMask = false;            ///< the last position it reads is a [MASK], at which it predicts
    bool supportsHeadSteps = false;    ///< the steps of each head can be shown, and heads can be switched off
    bool readsUser = false;            ///< scores depend on the user
    bool refitsUser = false;           ///< its user vector can be learned again from one history
    UnknownUser unknownUser = UnknownUser::NotNeeded;
    bool readsHistory = true;      ///< scores depend on the history
    bool readsTimes = false;       ///< scores depend on the times of the history and of the query
    bool readsOrder = false;       ///< scores depend on the order of the history
    bool isExternalModel = false;  ///< runs third-party code, which must first be declared trusted on each machine
    bool hasItemVectors = false;   ///< scores are dot products with one vector per item
    bool trainsByGradientDescent = true;  ///< has epochs and a loss; false for counting models
    bool trainsOnGpu = false;             ///< false: trains on the CPU even if a GPU is chosen
    bool answersOnGpu = false;            ///< false: scores on the CPU even if a GPU is chosen
    bool trainsDistributed = false;  ///< several processes can share each training step, see DistributedTrainingModule
    std::int64_t listDepth = 0;      ///< scores only this many items for each user, and none for unknown users; 0 = all
};

}  // namespace recscope
