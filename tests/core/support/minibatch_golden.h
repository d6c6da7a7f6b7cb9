// SPDX-License-Identifier: GPL-3.0-or-later
// Tests models that train on mini-batches: compares five steps with a file made by tests/golden/minibatches.py.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "core/models/minibatch/minibatch_step.h"
#include "core/models/minibatch/prefix_task.h"
#include "core/recommender/recommender.h"
#include "golden_file.h"

namespace recscope {

/// Returns the loss of one worker's samples and adds their gradients to those of the worker. `batchSamples` is the
/// number of samples of all workers in this step.
using LearnSamples = std::function<double(int worker, const std::vector<std::size_t>& samples,
                                          std::int64_t batchSamples, kernels::Arena&)>;

/// Expects that all tensors of a model equal those of a group of the file, such as "after1".
inline void expectTensorsEqual(const GoldenFile& file, const HostTensors& tensors, const std::string& group) {
    SafeTensors weights;
    tensors.copyTo(weights);
    EXPECT_EQ(weights.tensors.size(), file.group("expected." + group).tensors.size());
    for (const auto& [name, tensor] : weights.tensors) file.expectEqual(tensor, group + "." + name);
}

/// Expects that the gradients of the first step, the weights after the first and the fifth step, and all losses equal
/// PyTorch's. The `perStep` samples of a step are distributed round-robin over the threads.
inline void expectStepsEqual(const GoldenFile& file, const HostTensors& tensors, MinibatchStep& step,
                             std::size_t sampleCount, std::size_t perStep, const LearnSamples& computeGradients) {
    std::vector<double> losses;
    for (std::size_t first = 0; first < sampleCount; first += perStep) {
        const std::size_t count = std::min(perStep, sampleCount - first);
        losses.push_back(step.step(
            [&](int worker, kernels::Arena& arena) {
                std::vector<std::size_t> samples;
                for (std::size_t i = static_cast<std::size_t>(worker); i < count;
                     i += static_cast<std::size_t>(step.threads()))
                    samples.push_back(first + i);
                return computeGradients(worker, samples, static_cast<std::int64_t>(count), arena);
            },
            file.config().training.learningRate));
        if (losses.size() == 1) {
            for (const HostTensors::Entry& entry : tensors.entries()) {
                const std::span<const float> values = step.gradient(entry.name);
                torch::Tensor gradient = torch::empty(entry.shape);
                std::copy(values.begin(), values.end(), gradient.data_ptr<float>());
                file.expectEqual(gradient, "gradient." + entry.name);
            }
            expectTensorsEqual(file, tensors, "after1");
        }
        if (losses.size() == 5) expectTensorsEqual(file, tensors, "after5");
    }
    file.expectEqual(torch::tensor(losses, torch::kDouble), "losses");
}

/// The histories of a golden file whose samples are prefixes.
inline std::vector<std::vector<Token>> historiesOf(const GoldenFile& file) {
    std::vector<std::vector<Token>> histories;
    const std::vector<Token> items = file.tokens("items");
    auto next = items.begin();
    for (const std::int32_t length : file.tokens("lengths")) {
        histories.emplace_back(next, next + length);
        next += length;
    }
    return histories;
}

/// `expectStepsEqual` for samples that are prefixes of histories: each worker has one `Net`, which learns its share.
template <class Net, class ModelConfig>
void expectPrefixStepsEqual(const GoldenFile& file, HostTensors& tensors, const ModelConfig& modelConfig,
                            std::int64_t maxLength, int threads) {
    MinibatchStep step(tensors, file.config().training, threads);
    std::vector<Net> nets;
    for (int worker = 0; worker < threads; ++worker) nets.emplace_back(modelConfig, step.parameters(worker));
    const std::vector<std::vector<Token>> histories = historiesOf(file);
    const std::vector<Token> targets = file.tokens("targets");
    expectStepsEqual(
        file, tensors, step, histories.size(), static_cast<std::size_t>(file.config().training.batchSize),
        [&](int worker, const std::vector<std::size_t>& samples, std::int64_t batch, kernels::Arena& arena) {
            PrefixBatch some;
            some.batchSamples = batch;
            for (const std::size_t sample : samples) {
                some.histories.add(histories[sample], maxLength);
                some.targets.push_back(targets[sample]);
            }
            return computePrefixGradients(nets[static_cast<std::size_t>(worker)], some, arena);
        });
}

/// Expects that the scores of the items, one row per query, equal the file's "scores".
inline void expectScoresEqual(const GoldenFile& file, Recommender& model, std::span<const Query> queries) {
    const std::int64_t V = model.shape().itemCount;
    const torch::Tensor scores = torch::zeros({static_cast<std::int64_t>(queries.size()), V});
    model.score(queries,
                [&](std::size_t i, std::span<const float> row) {
                    std::copy_n(row.data() + kFirstItemToken, V,
                                scores.data_ptr<float>() + static_cast<std::int64_t>(i) * V);
                },
                {});
    file.expectEqual(scores, "scores");
}

}  // namespace recscope
