// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/scores/pattern_table.h"

#include <algorithm>
#include <array>

#include "core/data/sample_oracle.h"
#include "core/recommender/evaluate.h"
#include "core/store/dataset_store.h"
#include "core/store/split_reader.h"
#include "core/store/workspace.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr std::array kPatterns = {Pattern::Start,  Pattern::Repeat, Pattern::AfterGap,
                                  Pattern::Bundle, Pattern::Chain,  Pattern::Noise};

PatternScore scoreOf(std::span<const UserRank> ranks) {
    PatternScore score;
    const auto hits = std::count_if(ranks.begin(), ranks.end(), [](const UserRank& rank) { return rank.rank <= 10; });
    const Proportion share{.hits = hits, .cases = static_cast<std::int64_t>(ranks.size())};
    const MeanInterval ndcg = metricInterval("ndcg@10", ranks);
    score.hr10 = share.share();
    const Interval bounds = wilsonInterval(share);  // rounding may leave a share of 0 or 1 outside the bounds
    score.hr10Interval = {std::min(bounds.low, score.hr10), std::max(bounds.high, score.hr10)};
    score.ndcg10 = ndcg.mean;
    score.ndcg10Interval = {std::max(0.0, ndcg.mean - ndcg.halfWidth), std::min(1.0, ndcg.mean + ndcg.halfWidth)};
    return score;
}

/// The entries of `ranks` whose users also occur in `others`. Pre: both are in user order.
std::vector<UserRank> ofTheSameUsers(std::span<const UserRank> ranks, std::span<const UserRank> others) {
    std::vector<UserRank> found;
    auto other = others.begin();
    for (const UserRank& rank : ranks) {
        while (other != others.end() && other->user < rank.user) ++other;
        if (other != others.end() && other->user == rank.user) found.push_back(rank);
    }
    return found;
}

/// The table row of one pattern, or of all users if `pattern` is empty. `ranks`: the run's ranks for these users.
/// `best`: the expected best ranks.
PatternRow rowOf(std::optional<Pattern> pattern, std::span<const UserRank> ranks, std::span<const UserRank> best) {
    PatternRow row;
    row.pattern = pattern;
    row.users = static_cast<std::int64_t>(ranks.size());
    row.run = scoreOf(ranks);
    row.ranks.assign(ranks.begin(), ranks.end());
    if (best.empty()) return row;
    row.best = scoreOf(ofTheSameUsers(best, ranks));
    row.gapToBest = pairedDifference("ndcg@10", best, ranks);
    return row;
}

std::vector<UserRank> ofPattern(const PatternCases& cases, Pattern pattern, std::span<const UserRank> ranks) {
    std::vector<UserRank> found;
    for (const UserRank& rank : ranks)
        if (cases.patterns.at(static_cast<std::size_t>(rank.user)) == pattern) found.push_back(rank);
    return found;
}

}  // namespace

PatternCases patternCases(Workspace& workspace, DatasetId dataset, const Protocol& protocol, Split split,
                          const std::stop_token& stop) {
    const DatasetStore datasets(workspace);
    const DatasetInfo info = datasets.byId(dataset);
    const Histories histories = splitHistories(workspace, dataset, protocol.split);
    PatternCases cases;
    cases.protocol = protocol;
    cases.split = split;
    bool isAnyKnown = false;
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        throwIfStopped(stop);
        std::optional<Pattern>& pattern = cases.patterns.emplace_back();
        // The rank of a user with several targets is that of the best one, whose cause may be another one.
        if (!histories.hasTarget(user, split) || histories.targets(user, split).size() > 1) continue;
        const std::int32_t position = histories.cutOf(user).at(split);
        for (const PlantedCause& cause : datasets.plantedCauses(dataset, user))
            if (cause.position == position) pattern = cause.pattern;
        isAnyKnown = isAnyKnown || pattern;
    }
    if (!isAnyKnown) {
        throw Error(
            ErrorKind::Input,
            translated("The dataset \"{}\" does not record why its interactions happened: it has no planted patterns.",
                       info.name),
            translated("Only the bundled sample has planted patterns. Choose a run on it."));
    }
    Protocol bestProtocol = protocol;
    bestProtocol.trainedOnValidation = false;  // the expected best is computed without training
    cases.best = bestRanksByCause(info, histories, bestProtocol, split, stop).value_or(std::vector<UserRank>());
    cases.bestOfAll = bestReachableRanks(info, histories, bestProtocol, split, stop).value_or(std::vector<UserRank>());
    return cases;
}

PatternTable patternTable(const PatternCases& cases, std::span<const UserRank> ranks) {
    PatternTable table;
    table.protocol = cases.protocol;
    table.split = cases.split;
    table.all = rowOf({}, ranks, cases.bestOfAll);
    for (const Pattern pattern : kPatterns) {
        const std::vector<UserRank> found = ofPattern(cases, pattern, ranks);
        if (!found.empty()) table.patterns.push_back(rowOf(pattern, found, cases.best));
    }
    return table;
}

PatternTable patternTable(Workspace& workspace, RunId runId, Split split, const ProgressSink& progress,
                          const std::stop_token& stop) {
    const RunRecord run = RunStore(workspace).byId(runId);
    const PatternCases cases = patternCases(workspace, run.dataset, run.protocol, split, stop);
    std::vector<UserRank> ranks = RunStore(workspace).ranks(runId, split, run.protocol);
    if (ranks.empty())
        ranks = evaluateRun(workspace, runId, run.protocol, split, DeviceChoice::Cpu, progress, stop).ranks;
    return patternTable(cases, ranks);
}

std::vector<PatternDifference> patternDifferences(const PatternCases& cases, std::span<const UserRank> a,
                                                  std::span<const UserRank> b) {
    std::vector<PatternDifference> differences;
    for (const Pattern pattern : kPatterns) {
        const std::vector<UserRank> ofA = ofTheSameUsers(ofPattern(cases, pattern, a), b), ofB = ofTheSameUsers(b, ofA);
        if (ofA.empty()) continue;
        differences.push_back({.pattern = pattern,
                               .users = static_cast<std::int64_t>(ofA.size()),
                               .a = metricsOf(ofA).ndcg10,
                               .b = metricsOf(ofB).ndcg10,
                               .ndcg10 = pairedDifference("ndcg@10", ofA, ofB)});
    }
    return differences;
}

std::string patternTitle(Pattern pattern) {
    switch (pattern) {
        case Pattern::Start:
            return translated("Start");
        case Pattern::Repeat:
            return translated("Repeat");
        case Pattern::AfterGap:
            return translated("After a gap");
        case Pattern::Bundle:
            return translated("Bundle");
        case Pattern::Chain:
            return translated("Chain");
        case Pattern::Noise:
            return translated("No reason");
    }
    return "";
}

}  // namespace recscope
