// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/list_arguments.h"
#include "app/cli/requested_history.h"
#include "app/cli/text_output.h"
#include "core/lists/never_recommended.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope::cli {

namespace {

struct CoverageArguments {
    ListArguments lists;
    std::string run, cohort, out, input{historyInputName(kDefaultHistoryInput)};
    std::size_t rows = 20;
};

Json textOrNull(const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
}

void printJson(CliContext& context, const CoverageArguments& arguments, const NeverRecommended& found) {
    Json items = Json::array();
    for (const auto& [item, firstTime, lastTime] : found.items)
        items.push_back({{"item", item.id},
                         {"title", item.title},
                         {"categories", item.genres},
                         {"interactions", item.interactions},
                         {"first_month", textOrNull(monthText(firstTime))},
                         {"last_month", textOrNull(monthText(lastTime))}});
    context.print({{"run", found.subject.run.name},
                   {"input", historyInputName(found.subject.request.input)},
                   {"top", found.subject.request.top},
                   {"cohort", textOrNull(arguments.cohort)},
                   {"users", found.lists.users},
                   {"items", found.listable},
                   {"coverage", found.coverage()},
                   {"out", textOrNull(arguments.out)},
                   {"never_recommended", items}});
}

void coverage(CliContext& context, const CoverageArguments& arguments) {
    context.openToRead();
    Workspace& workspace = context.workspace();
    ListRequest request = arguments.lists.request(RunStore(workspace).byName(arguments.run).id, arguments.input);
    request.cohort = arguments.cohort;
    const NeverRecommended found = neverRecommended(workspace, request, context.progress(), context.stop());
    context.endStatus();
    if (!arguments.out.empty()) writeNeverRecommended(found, arguments.out);
    if (context.json) return printJson(context, arguments, found);
    fmt::print(
        stdout, "{}\n",
        translated("{}: {} of {} items ({}) are in none of the top-{} lists of {} users.", found.subject.run.name,
                   grouped(static_cast<long long>(found.items.size())), grouped(found.listable),
                   percent(1 - found.coverage(), 1), request.top, grouped(found.lists.users)));
    fmt::print(stdout, "{}\n", translated("Input: {}.", historyInputSentence(request.input)));
    std::vector<Row> rows;
    for (const auto& [item, firstTime, lastTime] : found.items) {
        if (rows.size() == arguments.rows) break;
        rows.push_back(
            {grouped(item.interactions), monthText(firstTime), monthText(lastTime), item.id, item.title, item.genres});
    }
    if (!rows.empty()) {
        fmt::print(stdout, "\n");
        printTable({translated("interactions"), translated("first month"), translated("latest month"),
                    translated("item"), translated("title"), translated("categories")},
                   rows);
    }
    if (found.items.size() > rows.size())
        fmt::print(stdout, "\n{}\n",
                   translated("Not shown: {} more; --rows shows more of them, --out writes all.",
                              grouped(static_cast<long long>(found.items.size() - rows.size()))));
    if (!arguments.out.empty()) fmt::print(stdout, "\n{}\n", translated("All of them are in {}.", arguments.out));
}

}  // namespace

void addCoverageCommand(CLI::App& app, CliContext& context) {
    CLI::App* command = app.add_subcommand(
        "coverage", translated("List the items that a run recommends to no user, with their interactions"));
    const auto arguments = std::make_shared<CoverageArguments>();
    command->add_option("--run", arguments->run, translated("Name of the run"))->required();
    command->add_option("--cohort", arguments->cohort, translated("Only the lists of a cohort's users"))
        ->type_name("NAME");
    addInputOption(*command, arguments->input);
    arguments->lists.addTo(*command);
    command->add_option("--rows", arguments->rows, translated("Number of items to show"))->capture_default_str();
    command->add_option("--out", arguments->out, translated("File to which all of these items are written"))
        ->type_name("FILE.csv|FILE.jsonl");
    command->callback([&context, arguments] { coverage(context, *arguments); });
}

}  // namespace recscope::cli
