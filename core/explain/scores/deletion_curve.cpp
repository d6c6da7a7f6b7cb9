// SPDX-License-Identifier: GPL-3.0-or-later
// deletionCurve and deletionCurves: see removal_test.h.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/explain/scores/removal_test.h"
#include "core/util/random.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using Order = std::vector<std::size_t>;  ///< indices into the effects, in order of removal

constexpr std::size_t kPredictionsAtOnce = 64;

Order largestFirst(std::span<const float> values) {
    Order order(values.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] > values[b]; });
    return order;
}

/// At most `points` integers from 0 to `last`, as evenly spaced as possible.
std::vector<std::int32_t> evenlySpaced(std::int32_t last, std::int32_t points) {
    std::vector<std::int32_t> counts;
    const std::int32_t steps = std::min(last, std::max(points - 1, 1));
    for (std::int32_t i = 0; i <= steps; ++i) {
        counts.push_back(steps == 0 ? 0
                                    : static_cast<std::int32_t>(std::lround(static_cast<double>(i) * last / steps)));
    }
    return counts;
}

/// The history after the first `count` removals of this order.
OwnedHistory withoutFirst(const History& history, const RemovalTest& test, const Order& order, std::int32_t count) {
    std::vector<std::int32_t> removed;
    for (std::int32_t i = 0; i < count; ++i) {
        const std::vector<std::int32_t> positions = test.effects[order[static_cast<std::size_t>(i)]].positions();
        removed.insert(removed.end(), positions.begin(), positions.end());
    }
    return without(history, removed, test.kind);
}

Order identityOrder(std::size_t count) {
    Order order(count);
    std::iota(order.begin(), order.end(), 0);
    return order;
}

/// The target's log-probability at each point of each order of removal, shape (orders, points).
class Values {
public:
    Values(std::vector<float> values, std::size_t points) : m_values(std::move(values)), m_points(points) {}
    float at(std::size_t order, std::size_t point) const { return m_values[order * m_points + point]; }
    std::size_t points() const { return m_points; }

private:
    std::vector<float> m_values;
    std::size_t m_points;
};

/// The middle 95 % of some values, from `low` to `high`.
struct Middle {
    double low = 0, high = 0;
};

/// The bounds of the middle 95 % of the values; for fewer than 40 values, the smallest and the largest. Pre: not empty.
Middle middleOf(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t outside = values.size() / 40;  // 2.5 % on either side
    return {values[outside], values[values.size() - 1 - outside]};
}

/// Adds to `curve` the mean over the random orders and the middle 95 % of their values and gains. The random orders are
/// the orders [first, end) of `values`.
void addRandom(const Values& values, std::size_t first, std::size_t end, DeletionCurve& curve) {
    if (first == end) return;
    const auto orders = static_cast<double>(end - first), points = static_cast<double>(values.points());
    std::vector<double> gains(end - first, 0);
    for (std::size_t point = 0; point < values.points(); ++point) {
        std::vector<double> drawn;
        for (std::size_t order = first; order < end; ++order)
            drawn.push_back(static_cast<double>(values.at(order, point)));
        const double mean = std::accumulate(drawn.begin(), drawn.end(), 0.0) / orders;
        for (std::size_t i = 0; i < gains.size(); ++i) gains[i] += (mean - drawn[i]) / points;
        const Middle middle = middleOf(std::move(drawn));
        curve.random.push_back(static_cast<float>(mean));
        curve.randomLow.push_back(static_cast<float>(middle.low));
        curve.randomHigh.push_back(static_cast<float>(middle.high));
    }
    const Middle middle = middleOf(std::move(gains));
    curve.randomGainLow = middle.low;
    curve.randomGainHigh = middle.high;
}

double gainOf(const std::vector<float>& curve, const std::vector<float>& random) {
    double gain = 0;
    for (std::size_t i = 0; i < random.size(); ++i)
        gain += (static_cast<double>(random[i]) - static_cast<double>(curve[i])) / static_cast<double>(random.size());
    return gain;
}

}  // namespace

std::vector<DeletionCurve> deletionCurves(const InferenceSession& inference, const History& history,
                                          const RemovalTest& test, std::span<const std::vector<float>> attentions,
                                          const DeletionOptions& options, const ProgressSink& progress,
                                          const std::stop_token& stop) {
    std::vector<DeletionCurve> curves(std::max<std::size_t>(attentions.size(), 1));
    if (test.effects.empty()) return curves;
    std::vector<float> effects;
    for (const RemovalEffect& effect : test.effects) effects.push_back(effect.effect);
    std::vector<Order> orders = {largestFirst(effects)};
    for (const std::vector<float>& attention : attentions) orders.push_back(largestFirst(attention));
    const std::size_t firstRandom = orders.size();
    Random random({options.seed});
    for (std::int32_t i = 0; i < options.randomOrders; ++i) {
        Order order = identityOrder(effects.size());
        random.shuffle(std::span(order));
        orders.push_back(std::move(order));
    }
    const auto items = static_cast<std::int32_t>(effects.size());
    const std::vector<std::int32_t> removed =
        evenlySpaced(inference.capabilities().needsHistory ? items - 1 : items, options.points);

    const std::size_t points = removed.size(), total = orders.size() * points;
    std::vector<float> known;  // log-probabilities computed so far, order by order
    while (known.size() < total) {
        throwIfStopped(stop);
        std::vector<OwnedHistory> rows;
        for (std::size_t i = known.size(); i < std::min(known.size() + kPredictionsAtOnce, total); ++i)
            rows.push_back(withoutFirst(history, test, orders[i / points], removed[i % points]));
        const ScoreTable scores = inference.scores(rows, stop);
        for (std::size_t row = 0; row < rows.size(); ++row)
            known.push_back(static_cast<float>(scores.logProbability(row, test.target)));
        if (progress) {
            progress({.stage = translated("Removing items"),
                      .done = static_cast<std::int64_t>(known.size()),
                      .total = static_cast<std::int64_t>(total),
                      .unit = "predictions"});
        }
    }
    const Values values(std::move(known), points);
    const auto lineOf = [&](std::size_t order) {
        std::vector<float> line;
        for (std::size_t point = 0; point < points; ++point) line.push_back(values.at(order, point));
        return line;
    };
    DeletionCurve shared;
    shared.removed = removed;
    shared.byEffect = lineOf(0);
    addRandom(values, firstRandom, orders.size(), shared);
    shared.effectGain = gainOf(shared.byEffect, shared.random);
    for (std::size_t i = 0; i < curves.size(); ++i) {
        curves[i] = shared;
        if (attentions.empty()) continue;
        curves[i].byAttention = lineOf(1 + i);
        curves[i].attentionGain = gainOf(curves[i].byAttention, shared.random);
    }
    return curves;
}

DeletionCurve deletionCurve(const InferenceSession& inference, const History& history, const RemovalTest& test,
                            std::span<const float> attention, const DeletionOptions& options,
                            const ProgressSink& progress, const std::stop_token& stop) {
    std::vector<std::vector<float>> attentions;
    if (!attention.empty()) attentions.emplace_back(attention.begin(), attention.end());
    return deletionCurves(inference, history, test, attentions, options, progress, stop).front();
}

}  // namespace recscope
