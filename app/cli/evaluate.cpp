// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "app/cli/cli_context.h"
#include "app/cli/commands.h"
#include "app/cli/text_output.h"
#include "core/metrics/baselines.h"
#include "core/metrics/breakdown.h"
#include "core/metrics/cohort_scope.h"
#include "core/metrics/debiased.h"
#include "core/metrics/metric_values.h"
#include "core/metrics/protocol_id.h"
#include "core/metrics/seed_statistics.h"
#include "core/metrics/segments.h"
#include "core/metrics/window_counts.h"
#include "core/recommender/baseline_scores.h"
#include "core/recommender/cohort_references.h"
#include "core/recommender/evaluate.h"
#include "core/recommender/list_measurement.h"
#include "core/recommender/run_histories.h"
#include "core/store/cohort_store.h"
#include "core/store/dataset_store.h"
#include "core/store/segment_reader.h"
#include "core/store/split_reader.h"
#include "core/train/export.h"
#include "core/train/trainer.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/time.h"
#include "core/util/translated.h"

namespace recscope::cli {

namespace {

struct EvaluateArguments {
    std::string run, protocol, cohort, split = "test", targets, device = "auto", candidatesFile, segmentsFile;
    std::vector<std::string> metrics;
    bool keepSeen = false, removeSeen = false;
};

/// The rule of "time:FROM..UNTIL" for a run: its training ends where it ended, and the targets are in these days.
/// Throws Error(Usage) for another text, and if the run was trained on interactions of the window.
SplitRule windowOf(const RunRecord& run, const EvaluateArguments& arguments) {
    const std::string days = arguments.split.substr(arguments.split.find(':') + 1);
    const std::size_t dots = days.find("..");
    const auto from = timeOfDate(std::string_view(days).substr(0, dots));
    const auto until = dots == std::string::npos ? std::nullopt : timeOfDate(std::string_view(days).substr(dots + 2));
    if (!from || !until || *from >= *until)
        throw Error(ErrorKind::Usage, translated("\"{}\" is no window of time.", arguments.split),
                    translated("Write the first day and the day after the last one: time:2018-01-01..2018-02-01."));
    const SplitRule& own = run.protocol.split;
    const bool splitsByTime = own.kind == SplitKind::GlobalTime || own.kind == SplitKind::TimeWindow;
    const std::int64_t trainedUntil = run.protocol.trainedOnValidation ? own.testFrom : own.validFrom;
    if (!splitsByTime || trainedUntil > *from)
        throw Error(ErrorKind::Usage,
                    translated("\"{}\" was trained on interactions of this window or after it.", run.name),
                    translated("Train a run that ends before it: --set split=time_window --set test_from={}.",
                               dateText(*from)));
    return {.kind = SplitKind::TimeWindow,
            .validFrom = own.validFrom,
            .testFrom = *from,
            .testUntil = *until,
            .targets = arguments.targets == "first" ? Targets::First : Targets::All};
}

/// The mean of a metric over users, with its interval if it is a mean over users.
struct MeasuredMetric {
    std::string name;
    double value = 0;
    std::optional<SeedInterval> interval;
};

/// The metrics of the lists, if the evaluation has lists.
std::vector<MeasuredMetric> listMetricsOf(Workspace& workspace, const RunRecord& run, const Evaluation& evaluation) {
    std::vector<MeasuredMetric> all;
    if (evaluation.recommended.empty()) return all;
    const ListMeasurement measurement(workspace, run.dataset, evaluation.protocol.split, evaluation.split);
    for (const MetricValues& metric : measurement.all({&evaluation.recommended, 1})) {
        const SeedInterval mean = metric.mean();
        if (metric.isOfAllLists())
            all.push_back({.name = metric.name, .value = mean.interval.mean, .interval = std::nullopt});
        else if (mean.users > 0)
            all.push_back({.name = metric.name, .value = mean.interval.mean, .interval = mean});
    }
    return all;
}

/// The requested metrics in the order of the request; without a request, all of `Metrics`. They are means over all
/// users or, with a cohort, over its users. Targets are down-sampled for debiased metrics before that, since it is all
/// users who make an item very popular; a debiased metric of which no user remains is left out.
std::vector<MeasuredMetric> rankMetricsOf(const Evaluation& evaluation, const Cohort* cohort,
                                          const std::vector<std::string>& requested) {
    std::vector<std::string> names = requested;
    if (names.empty())
        for (const auto& [name, value] : evaluation.metrics.named()) names.emplace_back(name);
    std::vector<MeasuredMetric> all;
    for (const std::string& name : names) {
        if (isMetricOfLists(name)) continue;  // see listMetricsOf
        const MetricValues values = rankValues(name, {evaluation.ranks});
        const SeedInterval interval = cohort ? values.among(cohort->users).mean() : values.mean();
        if (interval.users > 0) all.push_back({.name = name, .value = interval.interval.mean, .interval = interval});
    }
    return all;
}

/// The values of requested metrics for each baseline, by the baseline's title and the metric. Only for metrics that
/// `Metrics` does not have, because those are cached and these are computed from the ranks of all users.
using BaselineValues = std::map<std::string, std::map<std::string, double>>;
BaselineValues baselineValues(CliContext& context, const RunRecord& run, const Evaluation& evaluation,
                              const Cohort* cohort, const std::vector<std::string>& requested) {
    std::vector<std::string> names;
    const auto known = evaluation.metrics.named();
    std::copy_if(requested.begin(), requested.end(), std::back_inserter(names), [&](const std::string& name) {
        const auto isName = [&](const auto& metric) { return name == metric.first; };
        return !isMetricOfLists(name) && std::none_of(known.begin(), known.end(), isName);
    });
    BaselineValues values;
    if (names.empty()) return values;
    const auto add = [&](const Reference& reference, const Histories& histories, const BaselineScore& score) {
        const std::vector<UserRank> ranks =
            evaluateScorer(histories, evaluation.protocol, evaluation.split, score, context.progress(), context.stop())
                .ranks;
        for (const std::string& name : names) {
            const MetricValues ofUsers = rankValues(name, {ranks});
            const SeedInterval mean = cohort ? ofUsers.among(cohort->users).mean() : ofUsers.mean();
            if (mean.users > 0) values[reference.title()][name] = mean.interval.mean;
        }
    };
    visitBaselines(context.workspace(), run.dataset, evaluation.protocol, add, context.stop());
    context.endStatus();
    return values;
}

/// The segments of the evaluated users with the means of these metrics, sorted by the first one. `ranks`: of all users,
/// also if the evaluation is restricted to a cohort.
SegmentMeans segmentsOf(Workspace& workspace, const RunRecord& run, const Evaluation& evaluation,
                        const std::vector<UserRank>& ranks, const std::vector<std::string>& metrics) {
    const bool hasTimes = DatasetStore(workspace).byId(run.dataset).hasTimes;
    const Histories histories =
        splitHistories(workspace, run.dataset, evaluation.protocol.split, hasTimes ? ReadTimes::Yes : ReadTimes::No);
    std::vector<std::int32_t> scored;
    for (const UserRank& rank : evaluation.ranks) scored.push_back(rank.user);
    const ListMeasurement measurement(workspace, run.dataset, evaluation.protocol.split, evaluation.split);
    std::vector<RecommendedLists> lists;
    if (!evaluation.recommended.empty()) lists.push_back(evaluation.recommended);
    const MeasuredSide side{.values = measurement.all(metrics, {ranks}, lists), .lists = lists};
    return measurement.inSegments(readSegments(workspace, run.dataset, histories, evaluation.split, scored), {&side, 1},
                                  /*sortedBy=*/0);
}

/// One line for each segment and metric.
void writeSegments(const SegmentMeans& measured, const std::vector<std::string>& metrics, const std::string& path) {
    std::ofstream file(path, std::ios::binary);
    file << kSegmentCsvHeader << '\n';
    for (std::size_t i = 0; i < measured.segments.size(); ++i)
        for (std::size_t metric = 0; metric < metrics.size(); ++metric)
            file << segmentCsvLine(measured.segments[i], metrics[metric], measured.means[i][0][metric]) << '\n';
    if (!file.flush())
        throw Error(ErrorKind::Input, translated("{} cannot be written.", path),
                    translated("Choose a folder you can write to."));
}

void printWorstSegments(const SegmentMeans& measured, const std::string& metric) {
    constexpr std::size_t kShown = 8;
    std::vector<Row> rows;
    for (std::size_t i = 0; i < std::min(kShown, measured.segments.size()); ++i) {
        const SeedInterval& mean = measured.means[i].front().front();
        const auto bound = [&](double value) { return mean.hasInterval() ? decimals(value, 4) : std::string(); };
        rows.push_back({measured.segments[i].by + ": " + measured.segments[i].name,
                        grouped(std::ssize(measured.segments[i].users)), decimals(mean.interval.mean, 4),
                        bound(mean.low()), bound(mean.high())});
    }
    fmt::print(stdout, "\n{}:\n", translated("Worst segments of users"));
    printTable({translated("segment"), translated("users"), metric, translated("95 % from"), translated("to")}, rows);
    fmt::print(stdout, "{}\n", aboutSegments(metric));
}

Json measuredJson(const std::vector<MeasuredMetric>& metrics) {
    Json json = Json::object();
    for (const MeasuredMetric& metric : metrics) {
        Json entry = {{"value", metric.value}};
        if (metric.interval)
            entry.update({{"low_95", metric.interval->low()},
                          {"high_95", metric.interval->high()},
                          {"users", metric.interval->users}});
        json[metric.name] = std::move(entry);
    }
    return json;
}

std::vector<Row> rowsOf(const std::vector<MeasuredMetric>& metrics) {
    std::vector<Row> rows;
    for (const MeasuredMetric& metric : metrics) {
        const auto bound = [&](double value) { return metric.interval ? decimals(value, 4) : std::string(); };
        rows.push_back({metric.name, decimals(metric.value, 4), bound(metric.interval ? metric.interval->low() : 0),
                        bound(metric.interval ? metric.interval->high() : 0)});
    }
    return rows;
}

Json groupsJson(const std::vector<MetricGroup>& groups) {
    Json list = Json::array();
    for (const MetricGroup& group : groups)
        list.push_back({{"from", group.from},
                        {"to", group.to},
                        {"users", group.users},
                        {"metrics", toJson(group.metrics)},
                        {"half_width_95", {{"ndcg@10", group.ndcg10.halfWidth}}}});
    return list;
}

/// Adds the 95 % confidence intervals of all metrics over the users. Both bounds are included, because the interval of
/// a hit rate is not symmetric.
void addIntervals(Json& json, const Evaluation& evaluation) {
    for (const auto& [name, value] : evaluation.metrics.named()) {
        const SeedInterval interval = seedMean(name, {evaluation.ranks});
        json["half_width_95"][name] = interval.interval.halfWidth;
        json["low_95"][name] = interval.low();
        json["high_95"][name] = interval.high();
    }
}

void printGroups(const std::string& title, const std::string& unit, const std::vector<MetricGroup>& groups) {
    std::vector<Row> rows;
    for (const MetricGroup& group : groups)
        rows.push_back({fmt::format("{} to {}", grouped(group.from), grouped(group.to)), grouped(group.users),
                        decimals(group.metrics.hr10, 4), decimals(group.metrics.ndcg10, 4),
                        decimals(group.ndcg10.halfWidth, 4)});
    fmt::print(stdout, "\n{}:\n", title);
    printTable({unit, translated("users"), translated("hr@10"), translated("ndcg@10"), translated("95 % half-width")},
               rows);
}

/// The evaluation stored in the workspace, if this run was evaluated under this protocol before and its ranks suffice
/// for the metrics.
std::optional<Evaluation> storedEvaluation(Workspace& workspace, const RunRecord& run, Split split,
                                           const Protocol& protocol, const std::vector<std::string>& metrics) {
    Evaluation evaluation;
    evaluation.protocol = protocol;
    evaluation.split = split;
    evaluation.ranks = RunStore(workspace).ranks(run.id, split, protocol);
    if (!sufficeFor(metrics, evaluation.ranks)) return std::nullopt;
    return evaluation;
}

/// Restricts the evaluation to the cohort's users. The result states how many users remain.
CohortScope restrictToCohort(Evaluation& evaluation, const Cohort& cohort) {
    CohortScope scope{cohort.info.name, 0, static_cast<std::int64_t>(evaluation.ranks.size())};
    evaluation.ranks = ranksOf(evaluation.ranks, cohort.users);
    evaluation.recommended = {};
    scope.users = static_cast<std::int64_t>(evaluation.ranks.size());
    if (evaluation.ranks.empty()) {
        throw Error(ErrorKind::Input, translated("No user of the cohort \"{}\" was scored.", cohort.info.name),
                    translated("Its users have too few interactions to hold one out."));
    }
    evaluation.users = scope.users;
    evaluation.metrics = metricsOf(evaluation.ranks);
    evaluation.tieRate = tieRateOf(evaluation.ranks);
    evaluation.lists.reset();
    return scope;
}

void evaluate(CliContext& context, const EvaluateArguments& arguments) {
    context.openToWriteOrRead();
    const DeviceChoice device = deviceFromName(arguments.device);
    const RunRecord run = RunStore(context.workspace()).byName(arguments.run);
    Protocol protocol = run.protocol;
    if (!arguments.protocol.empty()) protocol.setCandidates(arguments.protocol);
    if (arguments.keepSeen) protocol.seen = SeenItems::Kept;
    if (arguments.removeSeen) protocol.seen = SeenItems::Removed;
    const Split split = arguments.split == "valid" ? Split::Valid : Split::Test;
    if (arguments.split.starts_with("time:"))
        protocol.split = windowOf(run, arguments);
    else if (!arguments.targets.empty())
        throw Error(ErrorKind::Usage, translated("--targets needs a window of time."),
                    translated("Add one, for example --split time:2018-01-01..2018-02-01."));
    for (const std::string& metric : arguments.metrics)
        if (!isMetricOfLists(metric)) checkRankMetric(metric);  // throws before the evaluation

    std::optional<Cohort> cohort;
    if (!arguments.cohort.empty()) {
        const CohortStore cohorts(context.workspace());
        cohort = cohorts.open(cohorts.byName(run.dataset, arguments.cohort).id);
    }
    std::optional<Evaluation> stored;
    if (cohort) stored = storedEvaluation(context.workspace(), run, split, protocol, arguments.metrics);
    Evaluation evaluation =
        stored ? *std::move(stored)
               : evaluateRun(context.workspace(), run.id, protocol, split, device, context.progress(), context.stop());
    context.endStatus();
    const std::vector<MeasuredMetric> measured =
        rankMetricsOf(evaluation, cohort ? &*cohort : nullptr, arguments.metrics);
    const std::vector<UserRank> allRanks = evaluation.ranks;
    std::optional<CohortScope> scope;
    if (cohort) scope = restrictToCohort(evaluation, *cohort);
    const Histories histories = historiesOf(context.workspace(), run, evaluation.protocol.split);
    if (!arguments.candidatesFile.empty())
        exportCandidates(context.workspace(), run, evaluation, arguments.candidatesFile);
    const std::vector<MeasuredMetric> ofLists = listMetricsOf(context.workspace(), run, evaluation);
    std::vector<std::string> inSegments;  // the metrics in segments
    for (const std::vector<MeasuredMetric>* const metrics : {&measured, &ofLists})
        for (const MeasuredMetric& metric : *metrics) inSegments.push_back(metric.name);
    std::optional<SegmentMeans> segments;
    if (!arguments.segmentsFile.empty()) {
        if (inSegments.empty())
            throw Error(ErrorKind::Usage, translated("None of these metrics can be measured in segments of users."),
                        translated("Choose a metric of ranks, for example --metrics ndcg@10."));
        segments = segmentsOf(context.workspace(), run, evaluation, allRanks, inSegments);
        writeSegments(*segments, inSegments, arguments.segmentsFile);
    }
    const auto byLength = byHistoryLength(histories, split, evaluation.ranks);
    const auto byPopularity = byTargetPopularity(histories, split, evaluation.ranks);
    const auto references =
        scope ? referencesAmong(context.workspace(), run.dataset, evaluation.protocol, cohort->users, context.stop())
              : referencesFor(context.workspace(), run.dataset, evaluation.protocol, context.stop());
    const BaselineValues ofBaselines =
        baselineValues(context, run, evaluation, cohort ? &*cohort : nullptr, arguments.metrics);
    if (context.json) {
        Json others = Json::array();
        for (const Reference& reference : references) {
            others.push_back(toJson(reference, "metrics", split == Split::Valid ? reference.valid : reference.test));
            if (const auto more = ofBaselines.find(reference.title()); more != ofBaselines.end())
                others.back()["measured"] = more->second;
        }
        Json json = {
            {"run", run.name},
            {"split", splitName(split)},
            {"protocol", scope ? Json::parse(jsonOf(evaluation.protocol, *scope)) : toJson(evaluation.protocol)},
            {"protocol_id", protocolId(evaluation.protocol)},
            {"users", evaluation.users},
            {"tie_rate", evaluation.tieRate},
            {"metrics", toJson(evaluation.metrics)}};
        addIntervals(json, evaluation);
        json.update({{"references", others},
                     {"coverage@10", evaluation.lists ? Json(evaluation.lists->coverage10) : Json(nullptr)},
                     {"average_popularity@10", evaluation.lists ? Json(evaluation.lists->popularity10) : Json(nullptr)},
                     {"measured", measuredJson(measured)},
                     {"lists", measuredJson(ofLists)},
                     {"by_history_length", groupsJson(byLength)},
                     {"by_target_popularity", groupsJson(byPopularity)}});
        if (evaluation.protocol.split.kind == SplitKind::TimeWindow) {
            const WindowCounts counts = windowCounts(histories, split);
            json["window"] = {{"targets", counts.targets},
                              {"unseen_targets", counts.unseenTargets},
                              {"cold_users", counts.coldUsers}};
        }
        context.print(json);
        return;
    }
    fmt::print(
        stdout, "{}\n\n",
        translated("{}, {} items of {} users; protocol {}", run.name, splitName(split), grouped(evaluation.users),
                   scope ? sentenceOf(evaluation.protocol, *scope) : evaluation.protocol.sentence()));
    if (evaluation.protocol.split.kind == SplitKind::TimeWindow) {
        fmt::print(stdout, "{}\n\n", windowCounts(histories, split).sentence());
    }
    std::vector<Row> rows = rowsOf(measured);
    Row titles = {translated("metric"), translated("value"), translated("95 % from"), translated("to")};
    for (const Reference& reference : references) {
        titles.push_back(reference.title());
        const auto values = (split == Split::Valid ? reference.valid : reference.test).named();
        for (std::size_t row = 0; row < rows.size(); ++row) {
            const auto found = std::find_if(values.begin(), values.end(),
                                            [&](const auto& value) { return measured[row].name == value.first; });
            std::optional<double> value;
            if (found != values.end()) value = found->second;
            if (const auto more = ofBaselines.find(reference.title()); !value && more != ofBaselines.end())
                if (const auto own = more->second.find(measured[row].name); own != more->second.end())
                    value = own->second;
            rows[row].push_back(value ? decimals(*value, 4) : "");
        }
    }
    printTable(titles, rows);
    if (!ofLists.empty()) {
        fmt::print(stdout, "\n{}:\n", translated("Lists of the first ten recommendations"));
        printTable({translated("metric"), translated("value"), translated("95 % from"), translated("to")},
                   rowsOf(ofLists));
    }
    printGroups(translated("By length of the history that the model reads"), translated("items"), byLength);
    printGroups(translated("By number of times that the held-out item occurs in training"), translated("occurrences"),
                byPopularity);
    if (segments) printWorstSegments(*segments, inSegments.front());
    fmt::print(stdout, "\n{}\n",
               translated("Held-out items that tie with another candidate: {}", percent(evaluation.tieRate, 2)));
}

}  // namespace

void addEvaluateCommand(CLI::App& app, CliContext& context) {
    CLI::App* command =
        app.add_subcommand("evaluate", translated("Rank every user's held-out item with a run's best weights"));
    const auto arguments = std::make_shared<EvaluateArguments>();
    command->add_option("--run", arguments->run, translated("Name of the run"))->required();
    command->add_option(
        "--protocol", arguments->protocol,
        translated("full: every item; pop100: 100 drawn by popularity; uniform100: 100 drawn uniformly, or any other "
                   "number; sasrec-original: as in SASRec's code (default: the run's own)"));
    command
        ->add_option(
            "--split", arguments->split,
            translated("valid, test, or time:FROM..UNTIL with two days, for a run that was trained before them"))
        ->capture_default_str()
        ->check(CLI::Validator(
            [](std::string& value) {
                return value == "valid" || value == "test" || value.starts_with("time:")
                           ? std::string()
                           : translated("\"{}\" is none of valid, test, time:FROM..UNTIL.", value);
            },
            "{valid,test}"));  // the description is what the shell completes
    command
        ->add_option("--targets", arguments->targets,
                     translated("With time:FROM..UNTIL: all items of a user in the window, or the first"))
        ->default_str("all")
        ->check(CLI::IsMember({"all", "first"}));
    command
        ->add_option("--metrics", arguments->metrics,
                     translated("Metrics to print, with any K: hr@K ndcg@K ndcg_of_k@K recall@K precision@K map@K "
                                "map_of_all@K mrr, and debiased, as in debiased_ndcg@K: the targets of very popular "
                                "items are down-sampled"))
        ->delimiter(',');
    command->add_option("--export-candidates", arguments->candidatesFile,
                        translated("Write the drawn candidates of each user to this CSV file"));
    command->add_option("--segments", arguments->segmentsFile,
                        translated("Write each metric in each segment of users to this CSV file, the worst first"));
    command->add_option("--cohort", arguments->cohort, translated("Only the users of this cohort, see `cohorts`"));
    command->add_option("--device", arguments->device, translated("auto, cpu or cuda"))->capture_default_str();
    auto* keep =
        command->add_flag("--keep-seen", arguments->keepSeen, translated("Items of the history remain candidates"));
    command->add_flag("--remove-seen", arguments->removeSeen, translated("Items of the history are not candidates"))
        ->excludes(keep);
    command->callback([&context, arguments] { evaluate(context, *arguments); });
}

}  // namespace recscope::cli
