// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "app/cli/cli_context.h"
#include "app/cli/commands.h"
#include "app/cli/text_output.h"
#include "core/explain/scores/pattern_table.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope::cli {

namespace {

struct PatternsArguments {
    std::string run, split = "test";
};

Json jsonOf(const PatternScore& score) {
    const auto interval = [](const Interval& bounds) { return Json{{"low", bounds.low}, {"high", bounds.high}}; };
    return {{"hr@10", score.hr10},
            {"hr@10_interval", interval(score.hr10Interval)},
            {"ndcg@10", score.ndcg10},
            {"ndcg@10_interval", interval(score.ndcg10Interval)}};
}

Json jsonOf(const PatternRow& row) {
    Json json = {{"habit", row.pattern ? Json(patternName(*row.pattern)) : Json(nullptr)},
                 {"title", row.pattern ? patternTitle(*row.pattern) : "All"},
                 {"users", row.users}};
    json.update(jsonOf(row.run));
    json["best"] = row.best ? jsonOf(*row.best) : Json(nullptr);
    return json;
}

std::string withBounds(double value, const Interval& bounds) {
    return fmt::format("{}  ({} to {})", decimals(value, 3), decimals(bounds.low, 3), decimals(bounds.high, 3));
}

Row textOf(const PatternRow& row) {
    Row text = {row.pattern ? patternTitle(*row.pattern) : "All", grouped(row.users),
                withBounds(row.run.hr10, row.run.hr10Interval), withBounds(row.run.ndcg10, row.run.ndcg10Interval)};
    if (row.best) {
        text.push_back(withBounds(row.best->hr10, row.best->hr10Interval));
        text.push_back(withBounds(row.best->ndcg10, row.best->ndcg10Interval));
    }
    return text;
}

void patterns(CliContext& context, const PatternsArguments& arguments) {
    context.openToWriteOrRead();
    const RunRecord run = RunStore(context.workspace()).byName(arguments.run);
    const Split split = arguments.split == "valid" ? Split::Valid : Split::Test;
    const PatternTable table = patternTable(context.workspace(), run.id, split, context.progress(), context.stop());
    context.endStatus();
    if (context.json) {
        Json rows = Json::array();
        for (const PatternRow& row : table.patterns) rows.push_back(jsonOf(row));
        context.print({{"run", run.name},
                       {"split", splitName(split)},
                       {"protocol", toJson(table.protocol)},
                       {"habits", rows},
                       {"all", jsonOf(table.all)}});
        return;
    }
    fmt::print(stdout, "{}\n\n",
               translated("{}: {} items by the pattern that caused them; protocol {}", run.name, splitName(split),
                          table.protocol.sentence()));
    Row titles = {translated("planted pattern"), translated("users"), translated("hr@10 (95 % interval)"),
                  translated("ndcg@10 (95 % interval)")};
    if (table.all.best) titles.insert(titles.end(), {translated("best hr@10"), translated("best ndcg@10")});
    std::vector<Row> rows;
    for (const PatternRow& row : table.patterns) rows.push_back(textOf(row));
    rows.push_back(textOf(table.all));
    printTable(titles, rows);
    fmt::print(stdout, "\n{}\n",
               table.all.best ? translated("Best: the value that no model can be expected to exceed for the same "
                                           "users. For one planted pattern: ranking by the probabilities of that "
                                           "pattern alone; for all: ranking by the true probabilities.")
                              : translated("The best reachable values are not known for this dataset and protocol."));
}

}  // namespace

void addPatternsCommand(CLI::App& app, CliContext& context) {
    CLI::App* command = app.add_subcommand(
        "patterns",
        translated("Show how well a run predicts, by the planted pattern that caused the held-out item (sample data)"));
    const auto arguments = std::make_shared<PatternsArguments>();
    command->add_option("--run", arguments->run, translated("Name of the run"))->required();
    command->add_option("--split", arguments->split, translated("valid or test"))
        ->capture_default_str()
        ->check(CLI::IsMember({"valid", "test"}));
    command->callback([&context, arguments] { patterns(context, *arguments); });
}

}  // namespace recscope::cli
