// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/list_arguments.h"
#include "app/cli/requested_history.h"
#include "app/cli/text_output.h"
#include "core/lists/list_writer.h"
#include "core/store/dataset_store.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope::cli {

namespace {

struct RecommendArguments : HistoryArguments {
    ListArguments lists;
    bool allUsers = false;
    std::string cohort, out;

    bool isForManyUsers() const { return allUsers || !cohort.empty(); }
};

void recommendOne(CliContext& context, const RecommendArguments& arguments) {
    const RequestedHistory requested = requestedHistory(context, arguments);
    const InferenceSession inference = refittedInferenceFor(context, requested);
    const bool hasFilters = arguments.lists.hasFilters();
    Explanation explanation =
        inference.explain(requested.given(), hasFilters ? 0 : arguments.lists.top, requested.truth);
    if (hasFilters) {
        const ListRequest request = arguments.lists.request(requested.run.id, arguments.input);
        const std::vector<OwnedHistory> histories = {OwnedHistory(requested.given())};
        const ScoreTable scores = inference.scores(histories, context.stop());
        explanation.recommendations =
            listFrom(listSubject(context.workspace(), request), scores.scoreRow(0), requested.history);
    }
    Json list = Json::array();
    std::vector<Row> rows;
    for (const Recommendation& recommendation : explanation.recommendations) {
        const bool isTruth = explanation.heldOut && explanation.heldOut->token == recommendation.token;
        list.push_back({{"item", requested.idOf(recommendation.token)},
                        {"title", requested.titleOf(recommendation.token)},
                        {"score", recommendation.score},
                        {"probability", recommendation.probability},
                        {"rank", recommendation.rank}});
        rows.push_back({std::to_string(recommendation.rank), decimals(recommendation.probability, 4),
                        decimals(recommendation.score, 3), requested.idOf(recommendation.token),
                        requested.titleOf(recommendation.token),
                        isTruth ? translated("<- held-out item") : std::string()});
    }
    if (context.json) {
        const auto& heldOut = explanation.heldOut;
        context.print({{"run", requested.run.name},
                       {"user", requested.userOrNull()},
                       {"input", requested.inputOrNull()},
                       {"history", requested.idsOf(explanation.history)},
                       {"dataset", requested.dataset.name},
                       {"items_left_out", requested.leftOut},
                       {"target", heldOut ? Json(requested.idOf(heldOut->token)) : Json(nullptr)},
                       {"target_rank", heldOut ? Json(heldOut->rank) : Json(nullptr)},
                       {"user_vector", userVectorJson(requested, inference)},
                       {"recommendations", list}});
        return;
    }
    fmt::print(stdout, "{}\n\n", translated("{}, input: {}", requested.run.name, requested.description()));
    printTable({translated("rank"), translated("probability"), translated("score"), translated("item"),
                translated("title"), ""},
               rows);
    if (explanation.heldOut) {
        fmt::print(stdout, "\n{}\n",
                   translated("Held-out item, which actually came next: {} (rank {}, probability {})\n{}",
                              requested.titleOf(explanation.heldOut->token), grouped(explanation.heldOut->rank),
                              decimals(explanation.heldOut->probability, 4),
                              translated("Protocol of the rank: {}", requested.run.protocol.sentence())));
    }
    printUserVector(requested, inference);
}

void recommendMany(CliContext& context, const RecommendArguments& arguments) {
    if (arguments.out.empty())
        throw Error(ErrorKind::Usage, translated("Lists for many users are written to a file: --out is missing."),
                    translated("For example --out lists.csv, or lists.jsonl."));
    if (arguments.refits)
        throw Error(ErrorKind::Usage,
                    translated("--refit fits the user's vector to one history: it needs --user or --history."),
                    translated("Leave it out when writing lists for many users."));
    Workspace& workspace = context.workspace();
    const RunRecord run = RunStore(workspace).byName(arguments.run);
    ListRequest request = arguments.lists.request(run.id, arguments.input);
    request.cohort = arguments.cohort;
    if (!arguments.dataset.empty()) request.dataset = DatasetStore(workspace).byName(arguments.dataset).id;
    const ListTotals totals =
        writeLists(workspace, request, arguments.out, WhenStopped::KeepPart, context.progress(), context.stop());
    context.endStatus();
    if (context.json) {
        context.print({{"run", run.name},
                       {"input", historyInputName(request.input)},
                       {"top", request.top},
                       {"cohort", arguments.cohort.empty() ? Json(nullptr) : Json(arguments.cohort)},
                       {"dataset", arguments.dataset.empty() ? run.datasetName : arguments.dataset},
                       {"users", totals.users},
                       {"items_left_out", totals.unknownItems},
                       {"users_without_history", totals.withoutHistory},
                       {"out", arguments.out},
                       {"bytes", static_cast<std::int64_t>(std::filesystem::file_size(arguments.out))}});
        return;
    }
    fmt::print(stdout, "{}\n",
               totals.users == 1 ? translated("{}: the list for 1 user is in {}.", run.name, arguments.out)
                                 : translated("{}: the lists for {} users are in {}.", run.name, grouped(totals.users),
                                              arguments.out));
    fmt::print(stdout, "{}\n", translated("Input: {}.", historyInputSentence(request.input)));
    if (totals.unknownItems > 0)
        fmt::print(stdout, "{}\n",
                   translated("Items of the histories left out because the run does not know them: {}.",
                              grouped(totals.unknownItems)));
    if (totals.withoutHistory > 0)
        fmt::print(stdout, "{}\n",
                   translated("Users left out because their history is empty: {}.", grouped(totals.withoutHistory)));
}

void recommend(CliContext& context, const RecommendArguments& arguments) {
    context.openToRead();
    if (arguments.isForManyUsers()) return recommendMany(context, arguments);
    if (!arguments.out.empty())
        throw Error(ErrorKind::Usage, translated("--out writes lists for many users."),
                    translated("Use --all-users or --cohort NAME instead of one user, or leave out --out."));
    recommendOne(context, arguments);
}

}  // namespace

void addRecommendCommand(CLI::App& app, CliContext& context) {
    CLI::App* command = app.add_subcommand(
        "recommend",
        translated("Recommend items for one history, or write lists for all users or for a cohort to a file"));
    const auto arguments = std::make_shared<RecommendArguments>();
    arguments->prefersNewest = true;
    CLI::Option_group* who = arguments->addTo(*command);
    who->add_flag("--all-users", arguments->allUsers,
                  translated("Lists for every user of the dataset, written to the file of --out"));
    who->add_option("--cohort", arguments->cohort,
                    translated("Lists for the users of a cohort, written to the file of --out"))
        ->type_name("NAME");
    arguments->addRefitTo(*command);
    arguments->lists.addTo(*command);
    command
        ->add_option("--out", arguments->out,
                     translated("File for --all-users or --cohort. The lists are first written to FILE.part. If the "
                                "command is stopped or killed, run it again: it keeps the complete lists of that file "
                                "and writes the rest (a Parquet file starts over)"))
        ->type_name(listFileTypes());
    command->callback([&context, arguments] { recommend(context, *arguments); });
}

}  // namespace recscope::cli
