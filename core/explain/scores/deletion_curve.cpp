// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/explain/scores/removal_test.h"
#include "core/util/random.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using Order = std::vector<std::size_t>;  ///< indices into the effects: which item goes first

constexpr std::size_t kPredictionsAtOnce = 64;

Order largestFirst(std::span<const float> values) {
    Order order(values.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] > values[b]; });
    return order;
}

/// At most `points` numbers from 0 to `last`, evenly spaced.
std::vector<std::int32_t> thinned(std::int32_t last, std::int32_t points) {
    std::vector<std::int32_t> counts;
    const std::int32_t steps = std::min(last, std::max(points - 1, 1));
    for (std::int32_t i = 0; i <= steps; ++i) {
        counts.push_back(steps == 0 ? 0
                                    : static_cast<std::int32_t>(std::lround(static_cast<double>(i) * last / steps)));
    }
    return counts;
}

std::vector<Token> withoutFirst(std::span<const Token> history, const RemovalTest& test, const Order& order,
                                std::int32_t count, RemovalKind kind) {
    std::vector<Token> rest(history.begin(), history.end());
    for (std::int32_t i = 0; i < count; ++i) {
        const RemovalEffect& effect = test.effects[order[static_cast<std::size_t>(i)]];
        rest[static_cast<std::size_t>(effect.position)] = kBlankItem;
    }
    if (kind == RemovalKind::Closed) std::erase(rest, kBlankItem);
    return rest;
}

}  // namespace

DeletionCurve deletionCurve(const Explainer& explainer, std::span<const Token> history, const RemovalTest& test,
                            std::span<const float> attention, const DeletionOptions& options,
                            const ProgressSink& progress, const std::stop_token& stop) {
    DeletionCurve curve;
    if (test.effects.empty()) return curve;
    std::vector<float> effects;
    for (const RemovalEffect& effect : test.effects) effects.push_back(effect.effect);
    std::vector<Order> orders = {largestFirst(effects)};
    if (!attention.empty()) orders.push_back(largestFirst(attention));
    const std::size_t firstRandom = orders.size();
    Random random({options.seed});
    for (std::int32_t i = 0; i < options.randomOrders; ++i) {
        Order order(effects.size());
        std::iota(order.begin(), order.end(), 0);
        random.shuffle(std::span(order));
        orders.push_back(std::move(order));
    }
    const auto items = static_cast<std::int32_t>(effects.size());
    curve.removed = thinned(explainer.capabilities().needsHistory ? items - 1 : items, options.points);

    const std::size_t points = curve.removed.size(), total = orders.size() * points;
    std::vector<float> values;  // (orders, points)
    while (values.size() < total) {
        throwIfStopped(stop);
        std::vector<std::vector<Token>> rows;
        for (std::size_t i = values.size(); i < std::min(values.size() + kPredictionsAtOnce, total); ++i)
            rows.push_back(withoutFirst(history, test, orders[i / points], curve.removed[i % points], options.kind));
        const ScoreTable scores = explainer.scores(rows, stop);
        for (std::size_t row = 0; row < rows.size(); ++row)
            values.push_back(static_cast<float>(scores.logProbability(row, test.target)));
        if (progress) {
            progress({.stage = translated("Removing items"),
                      .done = static_cast<std::int64_t>(values.size()),
                      .total = static_cast<std::int64_t>(total),
                      .unit = "predictions"});
        }
    }
    const auto at = [&](std::size_t order, std::size_t point) { return values[order * points + point]; };
    std::vector<double> gains(orders.size() - firstRandom, 0);  // of each random order over their mean
    for (std::size_t point = 0; point < points; ++point) {
        curve.byEffect.push_back(at(0, point));
        if (!attention.empty()) curve.byAttention.push_back(at(1, point));
        if (options.randomOrders < 1) continue;
        std::vector<float> drawn;
        for (std::size_t order = firstRandom; order < orders.size(); ++order) drawn.push_back(at(order, point));
        std::sort(drawn.begin(), drawn.end());
        const auto mean = std::accumulate(drawn.begin(), drawn.end(), 0.0) / static_cast<double>(drawn.size());
        const std::size_t outside = drawn.size() / 40;  // 2.5 % on either side
        curve.random.push_back(static_cast<float>(mean));
        curve.randomLow.push_back(drawn[outside]);
        curve.randomHigh.push_back(drawn[drawn.size() - 1 - outside]);
        curve.effectGain += (mean - static_cast<double>(at(0, point))) / static_cast<double>(points);
        if (!attention.empty())
            curve.attentionGain += (mean - static_cast<double>(at(1, point))) / static_cast<double>(points);
        for (std::size_t i = 0; i < gains.size(); ++i)
            gains[i] += (mean - static_cast<double>(at(firstRandom + i, point))) / static_cast<double>(points);
    }
    if (!gains.empty()) {
        std::sort(gains.begin(), gains.end());
        const std::size_t outside = gains.size() / 40;
        curve.randomGainLow = gains[outside];
        curve.randomGainHigh = gains[gains.size() - 1 - outside];
    }
    return curve;
}

}  // namespace recscope
