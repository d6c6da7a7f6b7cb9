// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "app/cli/cli_context.h"
#include "app/cli/commands.h"
#include "app/cli/text_output.h"
#include "core/train/trainer.h"
#include "core/util/text.h"

namespace recscope::cli {

namespace {

struct EvaluateArguments {
    std::string run, protocol, split = "test", device = "auto";
    bool keepSeen = false, removeSeen = false;
};

void evaluate(CliContext& context, const EvaluateArguments& arguments) {
    const DeviceChoice device = deviceFromName(arguments.device);
    const RunRecord run = RunStore(context.workspace()).byName(arguments.run);
    Protocol protocol = run.protocol;
    if (!arguments.protocol.empty()) protocol.candidates = candidatesFromName(arguments.protocol);
    if (arguments.keepSeen) protocol.seen = SeenItems::Kept;
    if (arguments.removeSeen) protocol.seen = SeenItems::Removed;
    const Split split = arguments.split == "valid" ? Split::Valid : Split::Test;

    const Evaluation evaluation =
        evaluateRun(context.workspace(), run.id, protocol, split, device, context.progress(), context.stop());
    context.endStatus();
    if (context.json) {
        context.print({{"run", run.name},
                       {"split", splitName(split)},
                       {"protocol", toJson(evaluation.protocol)},
                       {"users", evaluation.users},
                       {"tie_rate", evaluation.tieRate},
                       {"metrics", toJson(evaluation.metrics)}});
        return;
    }
    fmt::print(stdout, "{}, {} targets of {} users: {}\n\n", run.name, splitName(split), grouped(evaluation.users),
               evaluation.protocol.sentence());
    std::vector<Row> rows;
    for (const auto& [name, value] : evaluation.metrics.named()) {
        const MeanInterval interval = metricInterval(name, evaluation.ranks);
        rows.push_back({name, decimals(value, 4), decimals(interval.halfWidth, 4)});
    }
    printTable({"metric", "value", "95 % half-width"}, rows);
    fmt::print(stdout, "\nTargets that tie with another candidate: {}\n", percent(evaluation.tieRate, 2));
}

}  // namespace

void addEvaluateCommand(CLI::App& app, CliContext& context) {
    CLI::App* command = app.add_subcommand("evaluate", "Rank every user's held-out item with a run's best weights");
    const auto arguments = std::make_shared<EvaluateArguments>();
    command->add_option("--run", arguments->run, "Name of the run")->required();
    command->add_option("--protocol", arguments->protocol, "full, pop100 or uniform100 (default: the run's own)");
    command->add_option("--split", arguments->split, "valid or test")
        ->capture_default_str()
        ->check(CLI::IsMember({"valid", "test"}));
    command->add_option("--device", arguments->device, "auto, cpu or cuda")->capture_default_str();
    auto* keep = command->add_flag("--keep-seen", arguments->keepSeen, "Items of the history stay candidates");
    command->add_flag("--remove-seen", arguments->removeSeen, "Items of the history are no candidates")->excludes(keep);
    command->callback([&context, arguments] { evaluate(context, *arguments); });
}

}  // namespace recscope::cli
