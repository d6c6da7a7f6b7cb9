// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/export.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>

#include "app/cli/cli_context.h"
#include "app/cli/commands.h"
#include "app/cli/list_arguments.h"
#include "app/cli/requested_history.h"
#include "app/cli/text_output.h"
#include "core/lists/list_writer.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope::cli {

namespace {

struct ExportArguments {
    std::string run, weights, archive, ranks, curves, metrics, recommendations, scores;
    std::string input{historyInputName(kDefaultHistoryInput)};
    std::int32_t top = 10;
    std::int64_t users = 100;
};

void exportAll(CliContext& context, const ExportArguments& arguments) {
    context.openToRead();
    Workspace& workspace = context.workspace();
    const RunRecord run = RunStore(workspace).byName(arguments.run);
    Json files = Json::array();
    const auto write = [&](const std::string& path, const std::function<void()>& work) {
        if (path.empty()) return;
        work();
        context.endStatus();
        const auto bytes = static_cast<std::int64_t>(std::filesystem::file_size(path));
        files.push_back({{"out", path}, {"bytes", bytes}});
        if (!context.json)
            fmt::print(stdout, "{}\n", translated("{} is in {} ({} bytes)", run.name, path, grouped(bytes)));
    };
    const auto& a = arguments;
    const HistoryInput input = historyInputFromName(a.input);
    write(a.weights, [&] { exportRun(workspace, run.id, a.weights); });
    write(a.archive, [&] { exportRunArchive(workspace, run.id, a.archive); });
    write(a.ranks, [&] { exportRanks(workspace, run.id, a.ranks); });
    write(a.curves, [&] { exportCurves(workspace, run.id, a.curves); });
    write(a.metrics, [&] { exportMetrics(workspace, run.id, a.metrics); });
    write(a.recommendations, [&] {
        writeLists(workspace, {.run = run.id, .top = a.top, .input = input}, a.recommendations, WhenStopped::KeepPart,
                   context.progress(), context.stop());
    });
    write(a.scores,
          [&] { exportScores(workspace, run.id, a.users, input, a.scores, context.progress(), context.stop()); });
    if (files.empty())
        throw CLI::RequiredError("--out, --archive, --ranks, --curves, --metrics, --recommendations or --scores");
    if (context.json)
        context.print({{"run", run.name}, {"out", files[0]["out"]}, {"bytes", files[0]["bytes"]}, {"files", files}});
}

}  // namespace

void addExportCommand(CLI::App& app, CliContext& context) {
    CLI::App* command = app.add_subcommand(
        "export", translated("Write the contents of a run: weights, ranks, curves, lists, or all of it"));
    const auto arguments = std::make_shared<ExportArguments>();
    command->add_option("--run", arguments->run, translated("Name of the run"))->required();
    const auto file = [&](const char* option, std::string& path, const std::string& type, const std::string& help) {
        command->add_option(option, path, help)->type_name(type);
    };
    file("--out", arguments->weights, "FILE.safetensors", translated("Best weights, config and item ids"));
    file("--archive", arguments->archive, "FILE.safetensors",
         translated("Everything that --out writes, plus curves, ranks and metrics; `adopt` reads this file"));
    command->add_option("--capsule", arguments->archive)->group("");  // earlier spelling, not listed in --help
    file("--ranks", arguments->ranks, "FILE.csv",
         translated("The rank of every user's held-out item under every scored protocol"));
    file("--curves", arguments->curves, "FILE.csv", translated("Loss and validation metrics per epoch"));
    file("--metrics", arguments->metrics, "FILE.json",
         translated("Every evaluation with its groups and its curve over K"));
    file("--recommendations", arguments->recommendations, listFileTypes(),
         translated("The top items for every user, predicted from the part of the history that --input selects; "
                    "`recommend --all-users` has more options"));
    command->add_option("--top", arguments->top, translated("Number of recommendations per user"))
        ->capture_default_str();
    file("--scores", arguments->scores, "FILE.csv",
         translated("The scores of all items for the first users, predicted from the part of each history that --input "
                    "selects"));
    command->add_option("--users", arguments->users, translated("Number of users whose scores --scores writes"))
        ->capture_default_str();
    addInputOption(*command, arguments->input);
    command->callback([&context, arguments] { exportAll(context, *arguments); });
}

}  // namespace recscope::cli
