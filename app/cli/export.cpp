// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "app/cli/cli_context.h"
#include "app/cli/commands.h"
#include "app/cli/text_output.h"
#include "core/explain/explainer.h"
#include "core/store/run_store.h"
#include "core/util/text.h"

namespace recscope::cli {

void addExportCommand(CLI::App& app, CliContext& context) {
    CLI::App* command = app.add_subcommand("export", "Write a run's best weights as safetensors");
    const auto name = std::make_shared<std::string>();
    const auto path = std::make_shared<std::string>();
    command->add_option("--run", *name, "Name of the run")->required();
    command->add_option("--out", *path, "The file to write")->required()->type_name("FILE.safetensors");
    command->callback([&context, name, path] {
        const RunRecord run = RunStore(context.workspace()).byName(*name);
        exportRun(context.workspace(), run.id, *path);
        const std::uintmax_t bytes = std::filesystem::file_size(*path);
        if (context.json) {
            context.print({{"run", run.name}, {"out", *path}, {"bytes", bytes}});
        } else {
            fmt::print(stdout, "{} is in {} ({} bytes)\n", run.name, *path, grouped(static_cast<std::int64_t>(bytes)));
        }
    });
}

}  // namespace recscope::cli
