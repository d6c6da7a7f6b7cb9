// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/bpr_mf/bpr_mf.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numbers>
#include <thread>

#include "core/kernels/loops.h"
#include "core/kernels/product.h"
#include "core/models/bpr_mf/bpr_mf_config.h"
#include "core/models/bpr_mf/bpr_mf_learner.h"
#include "core/recommender/safetensors.h"
#include "core/util/progress.h"
#include "core/util/random.h"

namespace recscope {

namespace {

double standardNormal(Random& random) {
    const double radius = std::sqrt(-2 * std::log(1 - random.uniform()));
    return radius * std::cos(2 * std::numbers::pi * random.uniform());
}

double firstValue(BprStart start, std::int64_t dim, Random& random) {
    switch (start) {
        case BprStart::Small:
            return (random.uniform() - 0.5) / static_cast<double>(dim);
        case BprStart::Unit:
            return random.uniform();
        case BprStart::Normal:
            break;
    }
    return 0.01 * standardNormal(random);
}

}  // namespace

BprMf::BprMf(const RunConfig& config, const ModelShape& shape, WeightStart start)
    : m_config(config),
      m_shape(shape),
      m_dim(bprMfOf(config).dim),
      m_users(m_tensors.add("user_embedding.weight", {shape.userCount + 1, m_dim})),
      m_items(m_tensors.add("item_embedding.weight", {vocabularySize(shape.itemCount), m_dim})),
      m_bias(m_tensors.add("item_bias", {vocabularySize(shape.itemCount)})) {
    if (start == WeightStart::Drawn) drawVectors();
}

void BprMf::drawVectors() {
    constexpr std::uint64_t kStartStream = 0x1417;
    Random random({m_config.training.seed, kStartStream});
    const auto draw = [&](float* values, std::int64_t rows) {
        for (std::int64_t i = 0; i < rows * m_dim; ++i)
            values[i] = static_cast<float>(firstValue(bprMfOf(m_config).start, m_dim, random));
    };
    draw(user(0), m_shape.userCount);
    draw(item(kFirstItemToken), m_shape.itemCount);  // PAD and MASK stay zero
    averageUsers();
}

void BprMf::averageUsers() {
    std::vector<double> sum(static_cast<std::size_t>(m_dim), 0);
    for (std::int64_t row = 0; row < m_shape.userCount; ++row) {
        for (std::int64_t c = 0; c < m_dim; ++c) sum[static_cast<std::size_t>(c)] += static_cast<double>(user(row)[c]);
    }
    for (std::int64_t c = 0; c < m_dim; ++c)
        m_users[c] = static_cast<float>(sum[static_cast<std::size_t>(c)] / std::max(m_shape.userCount, 1));
}

std::unique_ptr<Recommender> BprMf::copy() const {
    auto other = std::make_unique<BprMf>(m_config, m_shape, WeightStart::Given);
    other->setWeights(weights());
    return other;
}

SafeTensors BprMf::weights() const {
    SafeTensors weights;
    m_tensors.copyTo(weights);
    return weights;
}

std::vector<float> BprMf::itemVectors() const {
    const float* const first = m_items + kFirstItemToken * m_dim;
    return {first, first + m_shape.itemCount * m_dim};
}

void BprMf::score(std::span<const Query> queries, const Take& take, const std::stop_token& stop) {
    constexpr std::size_t kAtOnce = 64;
    const std::int64_t width = vocabularySize(m_shape.itemCount);
    if (!m_pool)
        m_pool = std::make_unique<WorkerPool>(static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
    std::atomic<std::size_t> next = 0;
    m_pool->run([&](int) {
        kernels::computeAlone();
        std::vector<float> users, scores;
        for (std::size_t first = next.fetch_add(kAtOnce); first < queries.size() && !stop.stop_requested();
             first = next.fetch_add(kAtOnce)) {
            const std::size_t count = std::min(kAtOnce, queries.size() - first);
            const auto rows = static_cast<std::int64_t>(count);
            users.clear();
            for (const Query& query : queries.subspan(first, count)) {
                const bool isKnown = query.user && *query.user >= 0 && *query.user < m_shape.userCount;
                const float* const vector = isKnown ? m_users + (*query.user + 1) * m_dim : m_users;
                users.insert(users.end(), vector, vector + m_dim);
            }
            scores.resize(static_cast<std::size_t>(rows * width));
            kernels::product({users.data(), m_dim}, {m_items, m_dim, /*transposed=*/true}, scores.data(), width, rows,
                             width, m_dim);
            kernels::addToRows({scores.data(), rows, width}, m_bias);
            for (std::size_t i = 0; i < count; ++i)
                take(first + i,
                     std::span(scores).subspan(i * static_cast<std::size_t>(width), static_cast<std::size_t>(width)));
        }
    });
    throwIfStopped(stop);
}

ModelEntry bprMfEntry() {
    ModelEntry entry;
    entry.info = {"bpr_mf", "BPR-MF",
                  "A vector for each user and each item; reads who asks and nothing of the history.",
                  "Rendle et al., BPR: Bayesian Personalized Ranking from Implicit Feedback, UAI 2009"};
    entry.config = bprMfConfig();
    entry.presets = bprMfPresets;
    entry.paperPreset = [](bool) { return "mcauley"; };
    entry.check = [](const RunConfig&) {};
    entry.capabilities = [](const RunConfig&) { return BprMf::kCapabilities; };
    entry.make = [](const RunConfig& config, const ModelShape& shape, WeightStart start) {
        return std::make_unique<BprMf>(config, shape, start);
    };
    entry.learner = [](Recommender& recommender, const RunConfig& config, Device) -> std::unique_ptr<Learner> {
        return std::make_unique<BprMfLearner>(dynamic_cast<BprMf&>(recommender), config);
    };
    return entry;
}

}  // namespace recscope
