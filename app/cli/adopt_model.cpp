// SPDX-License-Identifier: GPL-3.0-or-later
// The subcommands for TorchScript models: `adopt`, `trust` (allows a model to run), `serve-model` (runs a model).
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "app/cli/adopt_arguments.h"
#include "app/cli/adopt_output.h"
#include "app/cli/cli_context.h"
#include "app/cli/commands.h"
#include "app/cli/text_output.h"
#include "core/adopt/adopt_torchscript.h"
#include "core/recommender/references.h"
#include "core/store/dataset_store.h"
#include "core/torchscript/model_server.h"
#include "core/torchscript/trusted_models.h"
#include "core/util/error.h"
#include "core/util/sha256.h"
#include "core/util/translated.h"

namespace recscope::cli {

void adoptModelFile(CliContext& context, const AdoptArguments& arguments) {
    if (arguments.layout != "auto" || !arguments.vocabulary.empty() || !arguments.columns.empty() ||
        !arguments.seen.empty())
        throw Error(ErrorKind::Usage,
                    translated("--layout, --vocabulary, --columns and --seen are not for TorchScript models."),
                    translated("The recscope.json in {} contains these values.", arguments.path));
    Workspace& workspace = context.workspace();
    AdoptModelRequest request{.path = arguments.path,
                              .dataset = DatasetStore(workspace).byName(arguments.dataset).id,
                              .runName = arguments.name,
                              .storesCopy = arguments.storesCopy,
                              .settings = {}};
    for (const std::string& setting : arguments.settings) request.settings.push_back(keyAndValue(setting));
    if (arguments.trusts) trust(sha256OfFile(request.path), request.path.filename().string());
    AdoptedModel adopted = adoptTorchScript(workspace, request, context.stop());
    scoreAdopted(workspace, adopted, context.progress(), context.stop());
    context.endStatus();
    const RunRecord& run = adopted.run;
    const std::vector<Reference> references = referencesFor(workspace, run.dataset, run.protocol, context.stop());
    printAdopted(context, run, references, adopted.cautions(),
                 {{"sha256", adopted.sha256},
                  {"config", Json::parse(run.config)},
                  {"unknown_items", adopted.unknownItems.size()},
                  {"other_items", adopted.otherItems},
                  {"unknown_users", adopted.unknownUsers}});
}

void addModelFileCommands(CLI::App& app, CliContext& context) {
    CLI::App* trusted = app.add_subcommand(
        "trust", translated("Allow a TorchScript model, given by its file or SHA-256, to run on this machine"));
    const auto model = std::make_shared<std::string>();
    trusted->add_option("MODEL", *model, translated("The model's file, or the 64 digits of its SHA-256"))
        ->required()
        ->type_name("FILE");
    trusted->callback([&context, model] {
        const bool isFile = std::filesystem::exists(*model);
        const std::string checksum = isFile ? sha256OfFile(*model) : *model;
        trust(checksum, isFile ? std::filesystem::path(*model).filename().string() : std::string());
        if (context.json)
            context.print({{"sha256", checksum}});
        else
            fmt::print(stdout, "{}\n", translated("The model with the SHA-256 {} may run on this machine.", checksum));
    });

    CLI::App* served = app.add_subcommand(
        "serve-model", translated("The process in which RecScope runs a TorchScript model; RecScope starts it itself"));
    const auto megabytes = std::make_shared<std::int64_t>(4096);
    served->add_option("--memory", *megabytes, translated("Memory that the model may use, in MB"))
        ->capture_default_str()
        ->check(CLI::PositiveNumber);
    served->callback([megabytes] { serveModel(STDIN_FILENO, *megabytes << 20); });
}

}  // namespace recscope::cli
