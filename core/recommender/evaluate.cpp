// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/evaluate.h"

#include <algorithm>
#include <functional>
#include <mutex>

#include "core/metrics/breakdown.h"
#include "core/recommender/recommender.h"
#include "core/recommender/registry.h"
#include "core/recommender/weights.h"
#include "core/store/dataset_store.h"
#include "core/store/split_reader.h"
#include "core/store/workspace.h"
#include "core/util/error.h"
#include "core/util/text.h"

namespace recscope {

Evaluation evaluate(Recommender& recommender, const Histories& histories, const Protocol& protocol, Split split,
                    std::int64_t usersAtMost, const ProgressSink& progress, const std::stop_token& stop) {
    const Ranker ranker(histories, protocol, split, usersAtMost);
    const auto& users = ranker.users();
    const Capabilities can = recommender.capabilities();
    const auto itemsRead = [&](std::size_t i) {
        const auto length = static_cast<std::int64_t>(histories.input(users[i], split).size());
        return 1 + (can.reads > 0 ? std::min(length, can.reads) : length);
    };
    // Histories of like length together: little padding.
    std::vector<std::size_t> order(users.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return itemsRead(a) < itemsRead(b); });

    const std::int64_t itemsAtOnce = recommender.itemsAtOnce();  // until progress is told and a stop is noticed
    std::vector<UserRank> ranks(users.size());
    std::optional<ListCollector> lists;
    if (split == Split::Test) lists.emplace(histories);  // validation comes after every epoch and needs only ranks
    std::mutex listing;
    for (std::size_t first = 0; first < order.size();) {
        throwIfStopped(stop);
        std::size_t last = first + 1;
        while (last < order.size() &&
               static_cast<std::int64_t>(last + 1 - first) * itemsRead(order[last]) <= itemsAtOnce)
            ++last;
        std::vector<Query> queries;
        for (std::size_t i = first; i < last; ++i)
            queries.push_back({.history = histories.input(users[order[i]], split), .user = users[order[i]]});
        const auto take = [&](std::size_t i, std::span<const float> scores) {
            ranks[order[first + i]] = ranker.rank(users[order[first + i]], scores);
            if (!lists) return;
            const bool removes = protocol.seen == SeenItems::Removed;
            const std::vector<Token> best =
                bestItems(scores, removes ? queries[i].history : std::span<const Token>(), ListCollector::kLength);
            const std::lock_guard lock(listing);
            lists->add(best);
        };
        recommender.score(queries, take, stop);
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

namespace {

/// Automatic goes on with the CPU where the GPU cannot do it, because others fill its memory for example.
Evaluation onDeviceOf(DeviceChoice choice, const std::function<Evaluation(Device)>& rank) {
    const Device device = openDevice(choice);
    if (device == Device::Cpu || choice != DeviceChoice::Auto) return rank(device);
    try {
        return rank(device);
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Cancelled) throw;
    } catch (const std::exception&) {  // what has nothing to do with the GPU happens again
    }
    return rank(Device::Cpu);
}

}  // namespace

Evaluation evaluateRun(Workspace& workspace, RunId runId, const Protocol& protocol, Split split, DeviceChoice choice,
                       const ProgressSink& progress, std::stop_token stop) {
    RunStore runs(workspace);
    const RunRecord run = runs.byId(runId);
    const Histories histories = splitHistories(workspace, run.dataset, protocol.split);
    const auto on = [&](Device device) {
        const std::unique_ptr<Recommender> recommender = loadBest(workspace, run);
        recommender->moveTo(device);
        return evaluate(*recommender, histories, protocol, split, /*usersAtMost=*/0, progress, stop);
    };
    const Evaluation evaluation = onDeviceOf(choice, on);
    runs.recordEvaluation(runId, evaluation);
    if (split == Split::Test && protocol == run.protocol && !run.test) {
        RunRecord scored = run;
        scored.test = evaluation.metrics;
        runs.update(scored);
    }
    return evaluation;
}

Protocol protocolFor(Workspace& workspace, DatasetId dataset, const RunConfig& config) {
    Protocol protocol = Protocol::defaultFor(DatasetStore(workspace).histories(dataset));
    if (config.split == SplitKind::GlobalTime) protocol.split = globalTimeSplit(workspace, dataset);
    protocol.trainedOnValidation = config.training.retrainWithValidation;
    return protocol;
}

std::string validationSentence(const RunRecord& run) {
    const std::optional<RunConfig> config = readableConfig(run.config);
    const std::int64_t users = config ? config->training.validationUsers : 0;
    const std::string sentence = run.protocol.sentence();
    return users > 0 ? sentence + ", " + grouped(users) + " drawn users at most" : sentence;
}

}  // namespace recscope
