// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/models/word2vec/word2vec_config.h"
#include "core/sequence/histories.h"
#include "core/util/random.h"
#include "core/util/weighted_choice.h"

namespace recscope {

/// A target item (`positive`), its context items, i.e. its neighbours in the history, and its negatives. `tokens` holds
/// the context items and after them the negatives.
struct Word2VecSample {
    Token positive = kPadToken;
    std::int32_t contextCount = 0, negativeCount = 0;
    std::array<Token, 2 * Word2VecConfig::kMaxWindow + Word2VecConfig::kMaxNegatives> tokens{};

    std::span<const Token> contextItems() const {
        return std::span(tokens).first(static_cast<std::size_t>(contextCount));
    }
    std::span<const Token> negativeItems() const {
        return std::span(tokens).subspan(static_cast<std::size_t>(contextCount),
                                         static_cast<std::size_t>(negativeCount));
    }
};

/// Draws samples from the training parts of histories. A block consists of consecutive users with about 4096 items in
/// total. With a softmax, whose samples take longer, it has about 128, because a stop request takes effect only at the
/// end of a block. The samples are a function of (seed, epoch, block).
class Word2VecSamples {
public:
    using Sample = Word2VecSample;

    /// `histories` must outlive this.
    Word2VecSamples(const Histories& histories, const RunConfig& config, ContextWindow contextWindow);

    std::int64_t count() const { return m_count; }  ///< number of target items per epoch before subsampling
    std::int64_t blocks() const { return static_cast<std::int64_t>(m_begins.size()) - 1; }
    void startEpoch(std::int64_t epoch) { m_epoch = epoch; }
    std::vector<Word2VecSample> draw(std::int64_t block) const;

private:
    void addSamples(std::span<const Token> kept, Random& random, std::vector<Word2VecSample>& samples) const;
    void addNegatives(Word2VecSample& sample, Random& random) const;

    const Histories& m_histories;
    Word2VecConfig m_config;
    std::uint64_t m_seed;
    ContextWindow m_contextWindow;
    std::int64_t m_epoch = 0, m_count = 0;
    std::vector<std::int32_t> m_begins;     ///< (blocks + 1) first user of each block
    std::vector<double> m_keepProbability;  ///< (V + 2) probability that an occurrence is kept
    std::optional<WeightedChoice> m_items;  ///< draws token - kFirstItemToken of negatives; empty without interactions
};

}  // namespace recscope
