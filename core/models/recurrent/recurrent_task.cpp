// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/recurrent/recurrent_task.h"

#include <algorithm>

#include "core/models/minibatch/prefix_task.h"
#include "core/util/random.h"

namespace recscope {

RecurrentTask::RecurrentTask(Recurrent& model, const RunConfig& config, MinibatchStep& step)
    : m_model(model),
      m_config(recurrentOf(config)),
      m_drawsNegatives(config.loss.kind != LossKind::CrossEntropy),
      m_seed(config.training.seed) {
    for (int worker = 0; worker < step.threads(); ++worker)
        m_nets.push_back(std::make_unique<RecurrentNet>(config, step.parameters(worker)));
}

std::int64_t RecurrentTask::setTrainingData(const Histories& histories) {
    m_histories = &histories;
    m_windows.clear();
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        // From the newest window to the oldest, which is the only one that may be shorter.
        auto end = static_cast<std::int64_t>(histories.training(user).size()) - 1;
        while (end > 0) {
            const std::int64_t length = m_config.maxLength > 0 ? std::min(m_config.maxLength, end) : end;
            end -= length;
            m_windows.push_back({.user = user, .begin = end, .length = length});
        }
    }
    return std::ssize(m_windows);
}

std::int64_t RecurrentTask::predictions(std::span<const std::int32_t> samples) const {
    std::int64_t sum = 0;
    for (const std::int32_t sample : samples) sum += m_windows[static_cast<std::size_t>(sample)].length;
    return sum;
}

void RecurrentTask::add(std::int64_t sample, std::int64_t epoch, RecurrentBatch& batch) const {
    constexpr std::uint64_t kNegativeStream = 4;
    const Window& window = m_windows[static_cast<std::size_t>(sample)];
    const std::span<const Token> training = m_histories->training(window.user);
    const auto begin = static_cast<std::size_t>(window.begin), length = static_cast<std::size_t>(window.length);
    batch.histories.add(training.subspan(begin, length), /*maxPositions=*/0);
    batch.users.push_back(window.user + 1);
    const std::span<const Token> targets = training.subspan(begin + 1, length);
    batch.targets.insert(batch.targets.end(), targets.begin(), targets.end());
    const auto others = static_cast<std::uint64_t>(m_histories->itemCount) - 1;
    if (!m_drawsNegatives || others == 0) return;
    Random random({m_seed, kNegativeStream, static_cast<std::uint64_t>(epoch), static_cast<std::uint64_t>(sample)});
    for (const Token target : targets) {
        for (std::int64_t i = 0; i < m_config.negatives; ++i) {
            const Token drawn = kFirstItemToken + static_cast<Token>(random.below(others));
            batch.negatives.push_back(drawn < target ? drawn : drawn + 1);
        }
    }
}

double RecurrentTask::computeGradients(const Share& share, kernels::Arena& arena) {
    RecurrentNet& net = *m_nets[static_cast<std::size_t>(share.worker)];
    double loss = 0;
    std::uint64_t pieces = 0;
    RecurrentBatch piece;
    for (const std::int64_t sample : share.samples) {
        add(sample, share.epoch, piece);
        // Pieces keep the memory for the backward pass small.
        if (std::ssize(piece.targets) < kPiecePositions && sample != share.samples.back()) continue;
        piece.weight = 1 / static_cast<double>(predictions(share.batch));
        piece.dropoutSeed = Random({share.dropoutSeed, pieces++}).next();
        arena.reset();
        loss += net.computeGradients(piece, arena);
        piece = {};
    }
    return loss;
}

}  // namespace recscope
