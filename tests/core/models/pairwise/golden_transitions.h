// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "../../support/golden_file.h"
#include "core/models/pairwise/transition_samples.h"
#include "core/recommender/recommender.h"

namespace recscope {

/// Learns the samples of a golden file one by one. Expects the losses, and the weights after 1, 5 and all samples, to
/// equal those stored in the file.
template <class TrainingModule>
void expectSequentialSamplesEqual(const GoldenFile& file, Recommender& model, TrainingModule& module) {
    const auto expectWeights = [&](const std::string& group) {
        for (const auto& [name, tensor] : model.weights().tensors) file.expectEqual(tensor, group + "." + name);
    };
    const std::vector<std::int32_t> samples = file.tokens("samples");
    std::vector<float> losses;
    for (std::size_t i = 0; i + 3 < samples.size(); i += 4) {
        const TransitionSample sample{
            .user = samples[i], .last = samples[i + 1], .positive = samples[i + 2], .negative = samples[i + 3]};
        losses.push_back(module.update(sample, file.config().training.learningRate));
        if (losses.size() == 1) expectWeights("after1");
        if (losses.size() == 5) expectWeights("after5");
    }
    ASSERT_GT(losses.size(), 5u);
    expectWeights("end");
    file.expectEqual(torch::tensor(losses), "losses");
}

/// Scores for an unknown user and for each user, after an empty history and after each item: (users + 1, V + 1, V).
inline torch::Tensor scoresAfterEachItem(Recommender& model, std::int32_t users) {
    const std::int64_t V = model.shape().itemCount;
    std::vector<std::vector<Token>> histories = {{}};
    // The model reads only the last item; a hidden position (kHiddenItem) is not an item.
    for (Token last = kFirstItemToken; last <= V; ++last) histories.push_back({2, last, kHiddenItem});
    std::vector<Query> queries;
    for (std::int32_t user = -1; user < users; ++user) {
        for (const std::vector<Token>& history : histories)
            queries.push_back({.history = history, .user = user < 0 ? std::nullopt : std::optional(user)});
    }
    const torch::Tensor scores = torch::zeros({users + 1, V + 1, V});
    model.score(queries,
                [&](std::size_t i, std::span<const float> row) {
                    std::copy_n(row.data() + kFirstItemToken, V,
                                scores.data_ptr<float>() + static_cast<std::int64_t>(i) * V);
                },
                {});
    return scores;
}

}  // namespace recscope
