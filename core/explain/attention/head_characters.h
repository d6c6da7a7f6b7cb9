// SPDX-License-Identifier: GPL-3.0-or-later
// Measures over many users where each attention head puts its attention, and what the heads contribute to the metrics.
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/explain/attention/attention_views.h"
#include "core/explain/scores/statistics.h"
#include "core/explain/scores/user_study.h"
#include "core/explain/scores/what_if.h"
#include "core/sequence/dataset.h"

namespace recscope {

/// Which rows (query positions) of an attention map are measured.
enum class MeasuredRows {
    All,         ///< every position the model reads
    Predicting,  ///< only the position that predicts: [MASK], or the last item
};

/// Options of `studyHeads`.
struct CharacterOptions {
    StudyOptions study;
    MeasuredRows rows = MeasuredRows::All;
    std::int32_t maxOffset = 20;  ///< measures relative positions -maxOffset…maxOffset
    double popularShare = 0.1;    ///< share of all items that count as popular: those with the most interactions
};

/// The share of attention on some positions, 0…1. It is averaged over the rows of each user and then over the users,
/// with a 95 % interval.
struct AttentionMass {
    MeanInterval mass;
    double uniformMass = 0;  ///< the share if each row were uniform over the positions it may attend to
    /// Mean of mass - uniformMass, paired by user because `uniformMass` depends on the history length.
    MeanInterval excess;
    std::int64_t users = 0;  ///< number of users with at least one measured row
    /// Whether the whole interval of `excess` lies above 0; false for fewer than two users, because they have no
    /// interval.
    bool exceedsUniform() const { return users > 1 && excess.mean - excess.halfWidth > 0; }
};

/// The measured attention of one head.
struct HeadCharacter {
    HeadId head;
    AttentionMass previous;  ///< attention on the position just before the query position
    AttentionMass itself;    ///< attention on the query position itself
    AttentionMass oldest;    ///< attention on the first position that the model reads
    /// Attention on other items that share a genre with the item at the query position; if that is [MASK], with the
    /// first recommendation.
    AttentionMass sameGenre;
    AttentionMass popular;  ///< attention on popular items
    AttentionMass mask;     ///< attention on [MASK]; 0 for models that append no [MASK]
    MeanInterval entropy;   ///< a row's entropy / the entropy of a uniform row: 0 = one position, 1 = uniform
    /// Mean weights by offset = column - row, from -maxOffset to maxOffset, shape (2 maxOffset + 1). Each mean is over
    /// the users whose map has a pair of positions with this offset.
    std::vector<AttentionMass> byOffset;
    std::int32_t topOffset = 0;  ///< the offset with the largest mean weight
    std::string sentence;        ///< "Looks at the previous item: 61 % of its attention (spread evenly: 8 %)."
};

/// The measured attention of all heads of a model.
struct HeadCharacters {
    std::int64_t users = 0;
    std::int32_t maxOffset = 0;
    MeasuredRows rows = MeasuredRows::All;
    std::vector<HeadCharacter> heads;  ///< in order of layer, then head
    AttentionProfile profile;          ///< mean attention of the measured users

    /// Mean weights by head and offset (column - row), shape (layers x heads, 2 maxOffset + 1), for a heat map.
    std::vector<std::vector<double>> offsetMatrix() const;
};

/// Measures all heads of the model. `items`: in token order. Progress counts users. Throws Error(Cancelled).
HeadCharacters studyHeads(const InferenceSession& inference, const Histories& histories,
                          std::span<const ItemInfo> items, const CharacterOptions& options,
                          const ProgressSink& progress, const std::stop_token& stop);

/// How switching heads off changes the metrics, with all items as candidates. The metrics with and without these
/// heads are measured on the same users, so their difference is paired by user.
struct GateEffect {
    std::vector<HeadId> off;  ///< the heads switched off
    std::int64_t users = 0;
    Metrics with, without;  ///< metrics with all heads, and without the heads in `off`
    MeanInterval ndcg10;    ///< NDCG@10 without - with, mean over users; below 0 means that the heads help
    MeanInterval hr10;      ///< HR@10 without - with, mean over users
};

/// Measures one effect per entry of `gates`; an entry is a set of heads to switch off. Throws Error(Cancelled), and
/// Error(Usage) for a head that does not exist.
std::vector<GateEffect> studyGates(const InferenceSession& inference, const Histories& histories,
                                   std::span<const std::vector<HeadId>> gates, const StudyOptions& options,
                                   const ProgressSink& progress, const std::stop_token& stop);

/// Compares the recommendations for one history with all heads and without the heads in `off`. Returns the items among
/// the first `topK` of either list and the items in `alsoRequested`, sorted by their rank with all heads. Throws for
/// the same reasons as `InferenceSession::scores` and `InferenceSession::withoutHeads`.
std::vector<RankMove> listWithoutHeads(const InferenceSession& inference, const History& history,
                                       std::span<const HeadId> off, std::int32_t topK,
                                       std::span<const Token> alsoRequested);

/// One set per head of the model that contains only this head, for `studyGates`.
std::vector<std::vector<HeadId>> singleHeads(const InferenceSession& inference);

}  // namespace recscope
