// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/evaluate.h"

#include <algorithm>
#include <utility>

#include "core/distributed/process_group.h"
#include "core/metrics/best_items.h"
#include "core/metrics/list_metrics.h"
#include "core/recommender/device_failure.h"
#include "core/recommender/distributed_evaluation.h"
#include "core/recommender/recommender.h"
#include "core/recommender/registry.h"
#include "core/recommender/run_histories.h"
#include "core/recommender/weights.h"
#include "core/store/dataset_store.h"
#include "core/store/split_reader.h"
#include "core/store/workspace.h"
#include "core/util/error.h"
#include "core/util/failure.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

/// Why this process could not finish its share of the users; both false if it finished.
struct Ending {
    bool wasStopped = false;
    bool foundNotFinite = false;  ///< a score was not finite
};

/// The results, in the order of `Ranker::users`: ranks of the targets and, if requested, lists of recommendations.
struct Answers {
    std::vector<UserRank> ranks;
    std::vector<Token> lists;  ///< the items of RecommendedLists, or empty

    Answers(std::size_t users, bool makesLists)
        : ranks(users), lists(makesLists ? users * RecommendedLists::kLength : 0, kPadToken) {}
    void shareWith(ProcessGroup& processGroup, const Ending& ending, std::span<const std::size_t> targets);
};

/// Gives each process of the group the results of all processes, by summing them. Each result is nonzero in one process
/// only and is a whole number, so the sum is exact. `targets[i]` is the number of targets of user i,
/// which bounds the number of ranks.
void Answers::shareWith(ProcessGroup& processGroup, const Ending& ending, std::span<const std::size_t> targets) {
    std::vector<double> numbers;
    numbers.reserve(ranks.size() * 4 + lists.size() + 2);
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const UserRank& entry = ranks[i];
        numbers.insert(numbers.end(), {static_cast<double>(entry.user), static_cast<double>(entry.target),
                                       static_cast<double>(entry.rank), static_cast<double>(entry.ties)});
        const std::size_t end = numbers.size() + 2 * (targets[i] - 1);
        for (const TargetRank& other : entry.others)
            numbers.insert(numbers.end(), {static_cast<double>(other.target), static_cast<double>(other.rank)});
        numbers.resize(end, 0.0);  // repeated targets have no rank of their own
    }
    numbers.insert(numbers.end(), lists.begin(), lists.end());
    numbers.insert(numbers.end(), {ending.foundNotFinite ? 1.0 : 0.0, ending.wasStopped ? 1.0 : 0.0});
    processGroup.sum(std::span<double>(numbers));
    // If one process fails, all processes throw the same error.
    if (numbers.end()[-2] > 0) throwNotFinite();
    if (numbers.back() > 0) throw Error(ErrorKind::Cancelled, translated("The evaluation was stopped."));
    const double* next = numbers.data();
    const auto take = [&] { return static_cast<std::int32_t>(*next++); };
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        UserRank& entry = ranks[i];
        entry.user = take();
        entry.target = take();
        entry.rank = take();
        entry.ties = take();
        entry.others.clear();
        for (std::size_t other = 1; other < targets[i]; ++other) {
            const Token target = take();
            if (const std::int32_t rank = take(); rank > 0) entry.others.push_back({target, rank});
        }
    }
    for (Token& token : lists) token = take();
}

}  // namespace

Evaluation evaluate(Recommender& recommender, const Histories& histories, const Protocol& protocol, Split split,
                    std::int64_t usersAtMost, const ProgressSink& progress, const std::stop_token& stop) {
    return evaluateDistributed(nullptr, recommender, histories, protocol, split, usersAtMost, progress, stop);
}

Evaluation evaluateDistributed(ProcessGroup* processGroup, Recommender& recommender, const Histories& histories,
                               const Protocol& protocol, Split split, std::int64_t usersAtMost,
                               const ProgressSink& progress, const std::stop_token& stop) {
    const Ranker ranker(histories, protocol, split, usersAtMost);
    const auto& users = ranker.users();
    const Capabilities can = recommender.capabilities();
    // The number of history items that the model reads, plus 1, so that an empty history also has a cost.
    const auto itemsRead = [&](std::size_t i) {
        const auto length = static_cast<std::int64_t>(histories.input(users[i], split).size());
        return 1 + (can.maxLength > 0 ? std::min(length, can.maxLength) : length);
    };
    // Histories are processed in order of length, so that the histories of a batch have similar lengths and need little
    // padding.
    std::vector<std::size_t> order(users.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return itemsRead(a) < itemsRead(b); });

    // Number of history items between two progress reports and checks for a stop. In a process group it is small enough
    // for each process to get at least one chunk of users.
    std::int64_t maxItemsPerCall = recommender.maxItemsPerCall();
    if (processGroup) {
        std::int64_t all = 0;
        for (const std::size_t i : order) all += itemsRead(i);
        maxItemsPerCall = std::min(maxItemsPerCall, all / processGroup->size() + 1);
    }
    const bool makesLists = split == Split::Test;  // validation comes after every epoch and needs only ranks
    Answers answers(users.size(), makesLists);
    Ending ending;
    int chunk = 0;
    for (std::size_t first = 0; first < order.size() && !ending.wasStopped && !ending.foundNotFinite; ++chunk) {
        std::size_t last = first + 1;
        while (last < order.size() &&
               static_cast<std::int64_t>(last + 1 - first) * itemsRead(order[last]) <= maxItemsPerCall)
            ++last;
        const std::size_t begin = std::exchange(first, last);
        if (processGroup && chunk % processGroup->size() != processGroup->rank()) continue;
        if (!processGroup) throwIfStopped(stop);
        std::vector<Query> queries;
        for (std::size_t i = begin; i < last; ++i)
            queries.push_back({.history = histories.input(users[order[i]], split),
                               .user = users[order[i]],
                               .time = histories.targetTime(users[order[i]], split)});
        const auto take = [&](std::size_t i, std::span<const float> scores) {
            const std::size_t index = order[begin + i];  // in `users`
            answers.ranks[index] = ranker.rank(users[index], scores);
            if (!makesLists) return;
            const bool removes = protocol.seen == SeenItems::Removed;
            const std::vector<Token> best = bestItems(
                scores, removes ? queries[i].history.items() : std::span<const Token>(), RecommendedLists::kLength);
            std::copy(best.begin(), best.end(),
                      answers.lists.begin() + static_cast<std::ptrdiff_t>(index * RecommendedLists::kLength));
        };
        try {
            recommender.score(queries, take, stop);
        } catch (const Error& error) {
            // The other processes wait for the results of this one, so `shareWith` below must report the failure.
            ending.wasStopped = error.kind() == ErrorKind::Cancelled;
            ending.foundNotFinite = error.kind() == ErrorKind::Numeric;
            if (!processGroup || (!ending.wasStopped && !ending.foundNotFinite)) throw;
        }
        if (progress) {
            progress({.stage = split == Split::Valid ? "Validating" : "Testing",
                      .done = static_cast<std::int64_t>(last),
                      .total = static_cast<std::int64_t>(order.size()),
                      .unit = "users"});
        }
    }
    ending.wasStopped = ending.wasStopped || stop.stop_requested();
    if (processGroup) {
        std::vector<std::size_t> targets;
        for (const std::int32_t user : users) targets.push_back(histories.targets(user, split).size());
        answers.shareWith(*processGroup, ending, targets);
    }
    Evaluation evaluation = ranker.evaluation(std::move(answers.ranks));
    if (makesLists) {
        evaluation.recommended = {users, std::move(answers.lists)};
        evaluation.lists = listFacts(evaluation.recommended, histories);
    }
    return evaluation;
}

Evaluation evaluateOn(DeviceChoice choice, const std::function<Evaluation(Device)>& rank) {
    const Device device = openDevice(choice);
    try {
        return rank(device);
    } catch (const std::exception& error) {
        if (isError(error, ErrorKind::Cancelled)) throw;
        if (device == Device::Cpu || choice != DeviceChoice::Auto) {
            if (const auto deviceError = deviceErrorOf(error, evaluationError)) throw *deviceError;
            throw;
        }
    }
    return rank(Device::Cpu);  // if the error is unrelated to the GPU, it occurs again here
}

bool canRank(const RunRecord& run, const Protocol& protocol, Split split) {
    const std::optional<RunConfig> config = readableConfig(run.config);
    const bool hasLists = config && capabilitiesOf(*config).listDepth > 0;
    return !hasLists || (protocol.candidates == Candidates::Full && split == Split::Test);
}

Evaluation evaluateRun(Workspace& workspace, RunId runId, const Protocol& protocol, Split split, DeviceChoice choice,
                       const ProgressSink& progress, std::stop_token stop) {
    RunStore runs(workspace);
    const RunRecord run = runs.byId(runId);
    if (!canRank(run, protocol, split)) {
        throw Error(
            ErrorKind::Usage,
            translated("\"{}\" has lists for the test items: it cannot rank sampled candidates or validation items.",
                       run.name),
            translated("Evaluate it on test, among all items (full)."));
    }
    const Histories histories = historiesOf(workspace, run, protocol.split);
    const auto evaluateOnDevice = [&](Device device) {
        const std::unique_ptr<Recommender> recommender = loadBest(workspace, run);
        recommender->to(device);
        return evaluate(*recommender, histories, protocol, split, /*usersAtMost=*/0, progress, stop);
    };
    const Evaluation evaluation = evaluateOn(choice, evaluateOnDevice);
    if (workspace.isReadOnly()) return evaluation;
    RunRecord scored = runs.byId(runId);
    if (scored.bestEpoch != run.bestEpoch) return evaluation;  // training has found better weights meanwhile
    runs.recordEvaluation(runId, evaluation);
    if (split == Split::Test && protocol == run.protocol && !scored.test) {
        scored.test = evaluation.metrics;
        runs.update(scored);
    }
    return evaluation;
}

bool canScoreStopped(const RunRecord& run) {
    return run.state == RunState::Stopped && run.bestEpoch > 0 && !run.test && !run.protocol.trainedOnValidation;
}

RunRecord scoreStopped(Workspace& workspace, RunId run, DeviceChoice device, const ProgressSink& progress,
                       std::stop_token stop) {
    const RunRecord record = RunStore(workspace).byId(run);
    if (canScoreStopped(record))
        evaluateRun(workspace, run, record.protocol, Split::Test, device, progress, std::move(stop));
    return RunStore(workspace).byId(run);
}

Protocol protocolFor(Workspace& workspace, DatasetId dataset, const RunConfig& config) {
    Protocol protocol = Protocol::defaultFor(DatasetStore(workspace).histories(dataset));
    if (config.split == SplitKind::GlobalTime || config.split == SplitKind::TimeWindow)
        protocol.split = timeSplit(workspace, dataset, config.split, config.moments);
    if (config.split == SplitKind::NextOrder) protocol.split.kind = SplitKind::NextOrder;
    protocol.trainedOnValidation = config.training.retrainWithValidation;
    return protocol;
}

std::string validationSentence(const RunRecord& run) {
    const std::optional<RunConfig> config = readableConfig(run.config);
    const std::int64_t users = config ? config->training.validationUsers : 0;
    const std::string sentence = run.protocol.sentence();
    return users > 0 ? translated("{}, at most {} sampled users", sentence, grouped(users)) : sentence;
}

}  // namespace recscope
