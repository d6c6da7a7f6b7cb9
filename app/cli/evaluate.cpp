// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <optional>

#include "app/cli/cli_context.h"
#include "app/cli/commands.h"
#include "app/cli/text_output.h"
#include "core/metrics/breakdown.h"
#include "core/metrics/cohort_scope.h"
#include "core/metrics/protocol_id.h"
#include "core/metrics/seed_statistics.h"
#include "core/recommender/cohort_references.h"
#include "core/recommender/evaluate.h"
#include "core/recommender/run_histories.h"
#include "core/store/cohort_store.h"
#include "core/train/trainer.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope::cli {

namespace {

struct EvaluateArguments {
    std::string run, protocol, cohort, split = "test", device = "auto";
    bool keepSeen = false, removeSeen = false;
};

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

/// The evaluation stored in the workspace, if this run was evaluated under this protocol before.
std::optional<Evaluation> storedEvaluation(Workspace& workspace, const RunRecord& run, Split split,
                                           const Protocol& protocol) {
    Evaluation evaluation;
    evaluation.protocol = protocol;
    evaluation.split = split;
    evaluation.ranks = RunStore(workspace).ranks(run.id, split, protocol);
    if (evaluation.ranks.empty()) return std::nullopt;
    return evaluation;
}

/// Restricts the evaluation to the cohort's users. The result states how many users remain.
CohortScope restrictToCohort(Evaluation& evaluation, const Cohort& cohort) {
    CohortScope scope{cohort.info.name, 0, static_cast<std::int64_t>(evaluation.ranks.size())};
    evaluation.ranks = ranksOf(evaluation.ranks, cohort.users);
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
    if (!arguments.protocol.empty()) protocol.candidates = candidatesFromName(arguments.protocol);
    if (arguments.keepSeen) protocol.seen = SeenItems::Kept;
    if (arguments.removeSeen) protocol.seen = SeenItems::Removed;
    const Split split = arguments.split == "valid" ? Split::Valid : Split::Test;

    std::optional<Cohort> cohort;
    if (!arguments.cohort.empty()) {
        const CohortStore cohorts(context.workspace());
        cohort = cohorts.open(cohorts.byName(run.dataset, arguments.cohort).id);
    }
    std::optional<Evaluation> stored;
    if (cohort) stored = storedEvaluation(context.workspace(), run, split, protocol);
    Evaluation evaluation =
        stored ? *std::move(stored)
               : evaluateRun(context.workspace(), run.id, protocol, split, device, context.progress(), context.stop());
    context.endStatus();
    std::optional<CohortScope> scope;
    if (cohort) scope = restrictToCohort(evaluation, *cohort);
    const Histories histories = historiesOf(context.workspace(), run, evaluation.protocol.split);
    const auto byLength = byHistoryLength(histories, split, evaluation.ranks);
    const auto byPopularity = byTargetPopularity(histories, evaluation.ranks);
    const auto references =
        scope ? referencesAmong(context.workspace(), run.dataset, evaluation.protocol, cohort->users, context.stop())
              : referencesFor(context.workspace(), run.dataset, evaluation.protocol, context.stop());
    if (context.json) {
        Json others = Json::array();
        for (const Reference& reference : references)
            others.push_back({{"name", reference.name},
                              {"metrics", toJson(split == Split::Valid ? reference.valid : reference.test)}});
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
                     {"by_history_length", groupsJson(byLength)},
                     {"by_target_popularity", groupsJson(byPopularity)}});
        context.print(json);
        return;
    }
    fmt::print(
        stdout, "{}\n\n",
        translated("{}, {} items of {} users; protocol {}", run.name, splitName(split), grouped(evaluation.users),
                   scope ? sentenceOf(evaluation.protocol, *scope) : evaluation.protocol.sentence()));
    std::vector<Row> rows;
    for (const auto& [name, value] : evaluation.metrics.named()) {
        const SeedInterval interval = seedMean(name, {evaluation.ranks});
        rows.push_back({name, decimals(value, 4), decimals(interval.low(), 4), decimals(interval.high(), 4)});
    }
    Row titles = {translated("metric"), translated("value"), translated("95 % from"), translated("to")};
    for (const Reference& reference : references) {
        titles.push_back(translated(reference.name));
        std::size_t row = 0;
        for (const auto& [name, value] : (split == Split::Valid ? reference.valid : reference.test).named())
            rows[row++].push_back(decimals(value, 4));
    }
    printTable(titles, rows);
    printGroups(translated("By length of the history that the model reads"), translated("items"), byLength);
    printGroups(translated("By number of times that the held-out item occurs in training"), translated("occurrences"),
                byPopularity);
    if (evaluation.lists) {
        fmt::print(stdout, "\n{}\n",
                   translated("Lists of ten: {} of all items are in at least one; a listed item has {:.0f} training "
                              "interactions on average.",
                              percent(evaluation.lists->coverage10, 1), evaluation.lists->popularity10));
    }
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
        translated("full: every item; pop100: 100 drawn by popularity; uniform100: 100 drawn uniformly; "
                   "sasrec-original: as in SASRec's code (default: the run's own)"));
    command->add_option("--split", arguments->split, translated("valid or test"))
        ->capture_default_str()
        ->check(CLI::IsMember({"valid", "test"}));
    command->add_option("--cohort", arguments->cohort, translated("Only the users of this cohort, see `cohorts`"));
    command->add_option("--device", arguments->device, translated("auto, cpu or cuda"))->capture_default_str();
    auto* keep =
        command->add_flag("--keep-seen", arguments->keepSeen, translated("Items of the history remain candidates"));
    command->add_flag("--remove-seen", arguments->removeSeen, translated("Items of the history are not candidates"))
        ->excludes(keep);
    command->callback([&context, arguments] { evaluate(context, *arguments); });
}

}  // namespace recscope::cli
