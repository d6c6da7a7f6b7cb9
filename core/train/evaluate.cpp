// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/evaluate.h"

#include <algorithm>
#include <mutex>

#include "core/metrics/breakdown.h"
#include "core/store/split_reader.h"
#include "core/store/workspace.h"
#include "core/train/device.h"
#include "core/train/fast_path.h"
#include "core/train/weights.h"
#include "core/util/error.h"

namespace recscope {

Evaluation evaluateModel(SequenceModel& model, const RunConfig& config, const Histories& histories,
                         const Protocol& protocol, Split split, std::int64_t usersAtMost, const torch::Device& device,
                         const ProgressSink& progress, const std::stop_token& stop) {
    const Ranker ranker(histories, protocol, split, usersAtMost);
    const auto& users = ranker.users();
    const auto inputLength = [&](std::size_t i) {
        return std::min(static_cast<std::int64_t>(histories.input(users[i], split).size()) + 1, config.maxLength);
    };
    // Histories of like length together: little padding.
    std::vector<std::size_t> order(users.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return inputLength(a) < inputLength(b); });

    constexpr std::int64_t kSlicesAtOnce = 64;  // until progress is told and a stop is noticed: a tenth of a second
    const std::int64_t tokensAtOnce = kSlicesAtOnce * sliceTokensFor(device);
    Scorer scorer(model, config, histories.itemCount, device);
    std::vector<UserRank> ranks(users.size());
    std::optional<ListCollector> lists;
    if (split == Split::Test) lists.emplace(histories);  // validation comes after every epoch and needs only ranks
    std::mutex listing;
    for (std::size_t first = 0; first < order.size();) {
        throwIfStopped(stop);
        std::size_t last = first + 1;
        while (last < order.size() &&
               static_cast<std::int64_t>(last + 1 - first) * inputLength(order[last]) <= tokensAtOnce)
            ++last;
        std::vector<std::span<const Token>> inputs;
        for (std::size_t i = first; i < last; ++i) inputs.push_back(histories.input(users[order[i]], split));
        scorer.forEach(inputs, [&](std::size_t i, std::span<const float> scores) {
            ranks[order[first + i]] = ranker.rank(users[order[first + i]], scores);
            if (!lists) return;
            const bool removes = protocol.seen == SeenItems::Removed;
            const std::vector<Token> best =
                bestItems(scores, removes ? inputs[i] : std::span<const Token>(), ListCollector::kLength);
            const std::lock_guard lock(listing);
            lists->add(best);
        });
        first = last;
        if (progress) {
            progress({.stage = split == Split::Valid ? "Validating" : "Testing",
                      .done = static_cast<std::int64_t>(last),
                      .total = static_cast<std::int64_t>(order.size()),
                      .unit = "users"});
        }
    }
    Evaluation evaluation = ranker.evaluation(std::move(ranks));
    if (lists) evaluation.lists = lists->facts();
    return evaluation;
}

Evaluation evaluateRun(Workspace& workspace, RunId runId, const Protocol& protocol, Split split, DeviceChoice choice,
                       const ProgressSink& progress, std::stop_token stop) {
    RunStore runs(workspace);
    const RunRecord run = runs.byId(runId);
    const Histories histories = splitHistories(workspace, run.dataset, protocol.split);
    const torch::Device device = openDevice(choice);
    const auto [model, config] = loadBestModel(workspace, run, histories.itemCount);
    model->to(device);
    Evaluation evaluation =
        evaluateModel(*model, config, histories, protocol, split, /*usersAtMost=*/0, device, progress, stop);
    runs.recordEvaluation(runId, evaluation);
    if (split == Split::Test && protocol == run.protocol && !run.test) {
        RunRecord scored = run;
        scored.test = evaluation.metrics;
        runs.update(scored);
    }
    return evaluation;
}

}  // namespace recscope
