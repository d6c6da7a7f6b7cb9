// SPDX-License-Identifier: GPL-3.0-or-later
// What each head does, measured over many users.
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

/// Which positions of a map are asked.
enum class PromptRows {
    All,         ///< every position the model reads
    Predicting,  ///< the one that makes the recommendation: [MASK], or the last item
};

struct CharacterOptions {
    StudyOptions study;
    PromptRows rows = PromptRows::All;
    std::int32_t maxOffset = 20;  ///< relative positions -maxOffset…maxOffset are told apart
    double popularShare = 0.1;    ///< "popular": this share of items, those with most interactions
};

/// A share of a row's attention, 0…1: mean over the rows of a user, then over users with a 95 % interval.
struct AttentionMass {
    MeanInterval mass;
    double even = 0;         ///< what it would be if each row spread evenly over what it may see
    MeanInterval excess;     ///< of mass - even, paired by user: long histories have a small even share
    std::int64_t users = 0;  ///< that have such rows
    /// The whole interval lies above the even share; of one user there is none.
    bool exceedsEven() const { return users > 1 && excess.mean - excess.halfWidth > 0; }
};

/// One head in numbers.
struct HeadCharacter {
    HeadId head;
    AttentionMass previous;   ///< on the position just before
    AttentionMass itself;     ///< on the position that asks
    AttentionMass oldest;     ///< on the first position read
    AttentionMass sameGenre;  ///< on other items that share a genre; [MASK] counts as the first recommendation
    AttentionMass popular;    ///< on popular items
    AttentionMass mask;       ///< on [MASK]; 0 for causal models
    MeanInterval entropy;     ///< of a row, divided by that of an even spread: 0 = one position, 1 = even
    /// (2 maxOffset + 1) mean weight at column - row = -maxOffset…maxOffset, over the users that have such a pair.
    std::vector<AttentionMass> byOffset;
    std::int32_t topOffset = 0;  ///< the offset with the largest mean weight
    std::string sentence;        ///< "Looks at the previous item: 61 % of its attention (spread evenly: 8 %)."
};

struct HeadCharacters {
    std::int64_t users = 0;
    std::int32_t maxOffset = 0;
    PromptRows rows = PromptRows::All;
    std::vector<HeadCharacter> heads;  ///< layer by layer
    AttentionProfile profile;          ///< of the same users

    /// (layers x heads, 2 maxOffset + 1) mean weight by relative position: the papers' heatmap figures.
    std::vector<std::vector<double>> offsetMatrix() const;
};

/// `items` in token order. Progress counts users. Throws Error(Cancelled).
HeadCharacters studyHeads(const InferenceSession& inference, const Histories& histories,
                          std::span<const ItemInfo> items, const CharacterOptions& options,
                          const ProgressSink& progress, const std::stop_token& stop);

/// What switching heads off does to the metric over users, `full` candidates. Ranks of the same users with and without,
/// so that the difference is paired.
struct GateEffect {
    std::vector<HeadId> off;
    std::int64_t users = 0;
    Metrics with, without;
    MeanInterval ndcg10;  ///< mean of (without - with): below 0, the head helps
    MeanInterval hr10;
};

/// One effect per entry of `gates`. Throws Error(Cancelled), Error(Usage) for a head that does not exist.
std::vector<GateEffect> studyGates(const InferenceSession& inference, const Histories& histories,
                                   std::span<const std::vector<HeadId>> gates, const StudyOptions& options,
                                   const ProgressSink& progress, const std::stop_token& stop);

/// One history with every head and without some: each item among the first `topK` of either list, and the asked ones,
/// by its rank with every head. Throws as `InferenceSession::scores` and `InferenceSession::withoutHeads`.
std::vector<RankMove> listWithoutHeads(const InferenceSession& inference, std::span<const Token> history,
                                       std::span<const HeadId> off, std::int32_t topK,
                                       std::span<const Token> alsoRequested);

/// Every single head of the model, for `studyGates`.
std::vector<std::vector<HeadId>> singleHeads(const InferenceSession& inference);

}  // namespace recscope
