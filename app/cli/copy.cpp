// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "app/cli/cli_context.h"
#include "app/cli/commands.h"
#include "core/store/dataset_store.h"
#include "core/store/workspace_copy.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope::cli {

namespace {

struct CopyArguments {
    std::string out, dataset;
};

void copy(CliContext& context, const CopyArguments& arguments) {
    context.openToRead();
    Workspace& workspace = context.workspace();
    std::optional<DatasetId> dataset;
    if (!arguments.dataset.empty()) dataset = DatasetStore(workspace).byName(arguments.dataset).id;
    copyWorkspace(workspace, {.path = arguments.out, .dataset = dataset}, context.progress(), context.stop());
    context.endStatus();
    const auto bytes = static_cast<std::int64_t>(std::filesystem::file_size(arguments.out));
    if (context.json)
        return context.print(
            {{"out", arguments.out}, {"dataset", dataset ? Json(arguments.dataset) : Json(nullptr)}, {"bytes", bytes}});
    fmt::print(stdout, "{}\n",
               dataset ? translated("A copy of the dataset \"{}\" with its runs is in {} ({} bytes).",
                                    arguments.dataset, arguments.out, grouped(bytes))
                       : translated("A copy of the workspace is in {} ({} bytes).", arguments.out, grouped(bytes)));
}

}  // namespace

void addCopyCommand(CLI::App& app, CliContext& context) {
    CLI::App* command = app.add_subcommand(
        "copy", translated("Save a copy of the workspace, or of one dataset with its runs, cohorts and notes"));
    const auto arguments = std::make_shared<CopyArguments>();
    command->add_option("OUT", arguments->out, translated("The new file"))->required()->type_name("FILE.recscope");
    command
        ->add_option("--dataset", arguments->dataset,
                     translated("Only this dataset, with everything that belongs to it"))
        ->type_name("NAME");
    command->callback([&context, arguments] { copy(context, *arguments); });
}

}  // namespace recscope::cli
