// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/cli_context.h"
#include "app/cli/commands.h"
#include "app/cli/text_output.h"
#include "core/metrics/metric_verdicts.h"
#include "core/metrics/sample_size.h"
#include "core/metrics/statistical_method.h"
#include "core/recommender/list_measurement.h"
#include "core/recommender/run_seeds.h"
#include "core/store/segment_reader.h"
#include "core/store/split_reader.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope::cli {

namespace {

struct CompareArguments {
    std::vector<std::string> runs, against;
    std::vector<std::string> metrics = {"ndcg@10", "hr@10", "coverage@10", "popularity@10", "novelty@10"};
    std::string split = "test", protocol;
    double margin = 2, difference = 2;  ///< percent
};

/// The runs of one side, which differ only in their seed, with their ranks and lists.
struct Side {
    std::string name;
    std::vector<RunRecord> runs;
    std::vector<std::vector<UserRank>> ranks;
    std::vector<RecommendedLists> lists;  ///< empty unless all runs have lists

    std::vector<MetricValues> values(const ListMeasurement& measurement,
                                     const std::vector<std::string>& metrics) const {
        std::vector<MetricValues> all = measurement.all(metrics, {ranks.begin(), ranks.end()}, lists);
        for (MetricValues& metric : all) metric.dependsOnSeed = dependsOnSeed(runs.front());
        return all;
    }
    ComparedSide compared() const {
        return {.name = name, .seeds = runs.size(), .dependsOnSeed = dependsOnSeed(runs.front())};
    }
};

Side readSide(Workspace& workspace, const std::vector<std::string>& names, const Protocol& protocol, Split split) {
    Side side;
    side.name = names.size() == 1 ? names.front() : translated("{} ({} seeds)", names.front(), names.size());
    const RunStore store(workspace);
    for (const std::string& name : names) {
        side.runs.push_back(store.byName(name));
        const RunRecord& run = side.runs.back();
        side.ranks.push_back(store.ranks(run.id, split, protocol));
        if (side.ranks.back().empty())
            throw Error(ErrorKind::Input,
                        translated("\"{}\" is not scored on {} under this protocol: {}.", name, splitName(split),
                                   protocol.sentence()),
                        translated("Score it first: recscope-cli evaluate --run \"{}\" --split {} --protocol {}", name,
                                   splitName(split), protocol.name()));
        side.lists.push_back(store.recommended(run.id, split, protocol));
    }
    for (std::size_t i = 1; i < side.runs.size(); ++i)
        if (!sameConfig(side.runs[i], side.runs.front()) || std::count(names.begin(), names.end(), names[i]) > 1)
            throw Error(ErrorKind::Usage, translated("\"{}\" is not another seed of \"{}\".", names[i], names.front()),
                        translated("The runs of one side must differ in their seed only."));
    if (std::any_of(side.lists.begin(), side.lists.end(), [](const RecommendedLists& lists) { return lists.empty(); }))
        side.lists.clear();
    return side;
}

const char* verdictName(DifferenceVerdict verdict) {
    switch (verdict) {
        case DifferenceVerdict::Higher:
            return translatable("first higher");
        case DifferenceVerdict::Lower:
            return translatable("second higher");
        case DifferenceVerdict::MaybeTooSmall:
            return translatable("perhaps too small to matter");
        case DifferenceVerdict::DoesNotMatter:
            return translatable("too small to matter");
        case DifferenceVerdict::NotSignificant:
            return translatable("not shown");
        case DifferenceVerdict::NotCompared:
            break;
    }
    return translatable("not tested");
}

/// How many users the difference of `share` of the second side's mean would need; nothing for metrics without a value
/// for each user.
std::optional<SampleSize> sampleSizeOf(const MetricDifference& difference, double share) {
    const SeedInterval& measured = difference.difference;
    if (difference.segment || measured.users < 2 || measured.interval.halfWidth <= 0 || difference.b == 0)
        return std::nullopt;
    return sampleSizeFor(difference.difference, share * std::abs(difference.b));
}

Json differenceJson(const MetricDifference& difference, const std::vector<Segment>& segments, double share) {
    Json json = {
        {"metric", difference.metric},
        {"segment", difference.segment ? Json(segments[*difference.segment].name) : Json(nullptr)},
        {"first", difference.a},
        {"second", difference.b},
        {"difference", difference.a - difference.b},
        {"half_width_95", difference.isTested ? Json(difference.difference.interval.halfWidth) : Json(nullptr)},
        {"users", difference.difference.users},
        {"p_holm", difference.isTested ? Json(difference.p) : Json(nullptr)},
        {"verdict", verdictName(difference.verdict)}};
    if (const auto size = sampleSizeOf(difference, share))
        json["users_needed"] = size->users ? Json(*size->users) : Json(nullptr);
    return json;
}

Row rowOf(const MetricDifference& difference, const std::vector<Segment>& segments, double share) {
    const MeanInterval& interval = difference.difference.interval;
    const auto relative = difference.relative();
    const auto size = sampleSizeOf(difference, share);
    return {metricTitle(difference.metric) +
                (difference.segment ? ", " + segments[*difference.segment].name : std::string()),
            decimals(difference.a, 4),
            decimals(difference.b, 4),
            fmt::format("{:+.4f}", difference.a - difference.b) +
                (difference.isTested ? " \u00b1 " + decimals(interval.halfWidth, 4) : std::string()),
            relative ? fmt::format("{:+.1f} %", 100 * *relative) : std::string(),
            !difference.isTested    ? std::string()
            : difference.p < 0.0001 ? "< 0.0001"
                                    : decimals(difference.p, 4),
            translated(verdictName(difference.verdict)),
            size ? size->users ? grouped(*size->users) : translated("more seeds") : std::string()};
}

void compare(CliContext& context, const CompareArguments& arguments) {
    context.openToRead();
    Workspace& workspace = context.workspace();
    for (const std::string& metric : arguments.metrics)
        if (!isMetricOfLists(metric)) rankValues(metric, {});  // throws for an unknown name
    const RunRecord first = RunStore(workspace).byName(arguments.runs.front());
    Protocol protocol = first.protocol;
    if (!arguments.protocol.empty()) protocol.setCandidates(arguments.protocol);
    const Split split = arguments.split == "valid" ? Split::Valid : Split::Test;
    const Side a = readSide(workspace, arguments.runs, protocol, split),
               b = readSide(workspace, arguments.against, protocol, split);
    for (const Side* side : {&a, &b})
        for (const RunRecord& run : side->runs)
            if (run.dataset != first.dataset)
                throw Error(ErrorKind::Usage,
                            translated("\"{}\" and \"{}\" were trained on different datasets.", first.name, run.name),
                            translated("Compare runs of one dataset."));
    const ListMeasurement measurement(workspace, first.dataset, protocol.split, split);
    const Histories histories = splitHistories(workspace, first.dataset, protocol.split);
    std::vector<std::int32_t> scored;
    for (const UserRank& rank : a.ranks.front()) scored.push_back(rank.user);
    std::vector<Segment> segments;
    for (Segment& segment : readSegments(workspace, first.dataset, histories, split, scored))
        if (segment.kind == SegmentKind::HistoryLength) segments.push_back(std::move(segment));
    const double margin = arguments.margin / 100, share = arguments.difference / 100;
    const MetricComparison comparison = compareMetrics(a.values(measurement, arguments.metrics),
                                                       b.values(measurement, arguments.metrics), margin, segments);
    const std::vector<std::string> sentences = verdictSentences(a.name, b.name, comparison, margin, segments);
    std::string caveat = uncoveredSeeds({a.compared(), b.compared()});
    if (sameConfig(a.runs.front(), b.runs.front()))
        caveat = translated("Both have the same config: they differ in their seeds or in how long they were trained.");
    if (context.json) {
        Json differences = Json::array();
        for (const MetricDifference& difference : comparison.differences)
            differences.push_back(differenceJson(difference, segments, share));
        return context.print({{"first", a.name},
                              {"second", b.name},
                              {"split", splitName(split)},
                              {"protocol", Json::parse(protocol.toJson())},
                              {"margin", margin},
                              {"comparisons", comparison.tests},
                              {"differences", differences},
                              {"sentences", sentences},
                              {"caveat", caveat}});
    }
    fmt::print(stdout, "{}\n\n",
               translated("{} against {}; {}, protocol {}", a.name, b.name, splitName(split), protocol.sentence()));
    for (const std::string& sentence : sentences) fmt::print(stdout, "- {}\n", sentence);
    fmt::print(stdout, "\n");
    std::vector<Row> rows;
    for (const MetricDifference& difference : comparison.differences)
        rows.push_back(rowOf(difference, segments, share));
    printTable({translated("metric"), translated("first"), translated("second"), translated("difference"),
                translated("relative"), translated("p (Holm)"), translated("verdict"), translated("users needed")},
               rows);
    fmt::print(
        stdout, "\n{}\n",
        translated("Paired by user; 95 % intervals; p-values corrected for {} differences. Differences below {} "
                   "% do not matter. The last column: how many users find a difference of {} % in 80 % of all "
                   "cases.",
                   comparison.tests, fmt::format("{:g}", arguments.margin), fmt::format("{:g}", arguments.difference)));
    if (!caveat.empty()) fmt::print(stdout, "{}\n", caveat);
}

}  // namespace

void addCompareCommand(CLI::App& app, CliContext& context) {
    CLI::App* command = app.add_subcommand(
        "compare", translated("Compare two scored runs, or seeds of two configs, in several metrics"));
    const auto arguments = std::make_shared<CompareArguments>();
    command->add_option("--run", arguments->runs, translated("Name of the first run; again for each of its seeds"))
        ->required();
    command->add_option("--against", arguments->against, translated("Name of the second run; again for each seed"))
        ->required();
    command
        ->add_option("--metrics", arguments->metrics,
                     translated("Metrics of ranks (see `evaluate`) and of lists: coverage@10 gini@10 entropy@10 "
                                "popularity@10 popularity_lift@10 novelty@10 diversity@10 serendipity@10 repeats@10; "
                                "the first one is also compared by history length"))
        ->delimiter(',');
    command->add_option("--split", arguments->split, translated("valid or test"))
        ->capture_default_str()
        ->check(CLI::IsMember({"valid", "test"}));
    command->add_option("--protocol", arguments->protocol,
                        translated("Candidates, as in `evaluate` (default: the run's own)"));
    command->add_option("--margin", arguments->margin, translated("Differences below this percentage do not matter"))
        ->capture_default_str()
        ->check(CLI::Range(0.0, 100.0));
    command
        ->add_option("--difference", arguments->difference,
                     translated("Percentage for which the number of users that a test needs is computed"))
        ->capture_default_str()
        ->check(CLI::Range(0.01, 100.0));
    command->callback([&context, arguments] { compare(context, *arguments); });
}

}  // namespace recscope::cli
