// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/split_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/sequence/time_split_rule.h"
#include "core/store/analysis_store.h"
#include "core/store/dataset_store.h"
#include "core/store/history_reader.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/time.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

void requireTimes(Workspace& workspace, DatasetId dataset) {
    const DatasetInfo info = DatasetStore(workspace).byId(dataset);
    if (info.hasTimes) return;
    throw Error(ErrorKind::Input,
                translated("\"{}\" has no times: it cannot be split at one point in time.", info.name),
                translated("Use the leave-one-out split, or import a file with a time column."));
}

void requireOrders(Workspace& workspace, DatasetId dataset) {
    const DatasetInfo info = DatasetStore(workspace).byId(dataset);
    if (info.hasOrders) return;
    throw Error(ErrorKind::Input, translated("\"{}\" has no orders: it cannot be tested on the next order.", info.name),
                translated("Use the leave-one-out split, or import the file with its column of orders "
                           "(order=...), or with one order per user and time."));
}

}  // namespace

Histories splitHistories(Workspace& workspace, DatasetId dataset, const SplitRule& rule, ReadTimes times) {
    Histories histories = DatasetStore(workspace).histories(dataset, times);
    if (rule.kind == SplitKind::LeaveOneOut) return histories;
    histories.cuts.resize(static_cast<std::size_t>(histories.userCount()));
    if (rule.kind == SplitKind::NextOrder) {
        requireOrders(workspace, dataset);
        for (std::int32_t user = 0; user < histories.userCount(); ++user) {
            histories.cuts[static_cast<std::size_t>(user)] =
                cutOf(rule, histories.of(user).size(), {}, histories.ordersOf(user));
        }
        return histories;
    }
    requireTimes(workspace, dataset);
    readHistories(workspace, dataset, [&](const HistoryRows& rows) {
        histories.cuts[static_cast<std::size_t>(rows.user)] = cutOf(rule, rows.items.size(), rows.times);
    });
    return histories;
}

HistoryCut cutOf(const SplitRule& rule, std::span<const Interaction> history) {
    std::vector<std::int64_t> times;
    std::vector<std::int32_t> orders;
    for (const Interaction& interaction : history) {
        times.push_back(interaction.time.value_or(0));
        if (interaction.order) orders.push_back(*interaction.order);
    }
    return cutOf(rule, history.size(), times, orders);
}

SplitRule timeSplit(Workspace& workspace, DatasetId dataset, SplitKind kind, const SplitMoments& moments) {
    requireTimes(workspace, dataset);
    std::vector<std::int64_t> times;
    readHistories(workspace, dataset,
                  [&](const HistoryRows& rows) { times.insert(times.end(), rows.times.begin(), rows.times.end()); });
    if (times.empty()) return {.kind = kind};
    return timeSplitRule(kind, moments, [&times](double share) {
        const auto index = static_cast<std::ptrdiff_t>(share * static_cast<double>(times.size()));
        if (index >= std::ssize(times)) return *std::max_element(times.begin(), times.end()) + 1;
        std::nth_element(times.begin(), times.begin() + index, times.end());
        return times[static_cast<std::size_t>(index)];
    });
}

double laterTrainingShare(Workspace& workspace, DatasetId dataset, SplitKind split) {
    if (!DatasetStore(workspace).byId(dataset).hasTimes) return 0;
    const char* kind = split == SplitKind::NextOrder ? "later_training_share_of_orders" : "later_training_share";
    constexpr int kVersion = 1;
    AnalysisStore cache(workspace);
    if (const auto known = cache.find(dataset, kind, kVersion)) return parseNumber(*known).value_or(0);
    std::vector<std::int64_t> training, targets;
    readHistories(workspace, dataset, [&](const HistoryRows& rows) {
        const HistoryCut cut = cutOf({.kind = split}, rows.items.size(), {}, rows.orders);
        training.insert(training.end(), rows.times.begin(), rows.times.begin() + cut.trainEnd);
        if (cut.testAt >= 0) targets.push_back(rows.times[static_cast<std::size_t>(cut.testAt)]);
    });
    std::sort(training.begin(), training.end());
    double sum = 0;
    for (const std::int64_t target : targets)
        sum += static_cast<double>(training.end() - std::upper_bound(training.begin(), training.end(), target));
    const double pairs = static_cast<double>(training.size()) * static_cast<double>(targets.size());
    const double share = pairs > 0 ? sum / pairs : 0;
    cache.put(dataset, kind, kVersion, fmt::format("{}", share));
    return share;
}

double sameOrderShare(const Histories& histories) {
    std::int64_t targets = 0, same = 0;
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        const std::span<const std::int32_t> orders = histories.ordersOf(user);
        const HistoryCut cut = cutOf({}, orders.size(), {});
        if (cut.testAt < 1) continue;
        const auto target = static_cast<std::size_t>(cut.testAt);
        ++targets;
        same += orders[target] == orders[target - 1];
    }
    return targets > 0 ? static_cast<double>(same) / static_cast<double>(targets) : 0;
}

std::string leakageWarning(Workspace& workspace, DatasetId dataset, const SplitRule& rule) {
    if (rule.kind == SplitKind::GlobalTime || rule.kind == SplitKind::TimeWindow) return {};
    constexpr double kMinReportedShare = 0.01;
    std::vector<std::string> sentences;
    DatasetStore store(workspace);
    if (rule.kind == SplitKind::LeaveOneOut && store.byId(dataset).hasOrders) {
        if (const double share = sameOrderShare(store.histories(dataset)); share >= kMinReportedShare)
            sentences.push_back(translated(
                "{:.0f} % of the test items belong to the same order as the last item that the model reads. A test "
                "on the next "
                "order (split: next order) has none.",
                100 * share));
    }
    if (const double share = 100 * laterTrainingShare(workspace, dataset, rule.kind); share >= 100 * kMinReportedShare)
        sentences.push_back(translatedFormat(
            rule.kind == SplitKind::NextOrder
                ? translatable("The split by orders looks ahead: on average {:.0f} % of the training interactions "
                               "happened after the held-out order. A split at one point in time (split: global time) "
                               "does not.")
                : translatable("Leave-one-out looks ahead: on average {:.0f} % of the training interactions happened "
                               "after the held-out item. A split at one point in time (split: global time) does not."),
            fmt::make_format_args(share)));
    return fmt::format("{}", fmt::join(sentences, " "));
}

}  // namespace recscope
