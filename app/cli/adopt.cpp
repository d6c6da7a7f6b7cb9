// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>

#include "app/cli/adopt_arguments.h"
#include "app/cli/adopt_output.h"
#include "app/cli/cli_context.h"
#include "app/cli/commands.h"
#include "app/cli/text_output.h"
#include "core/adopt/adopt.h"
#include "core/adopt/adopt_lists.h"
#include "core/adopt/cautions.h"
#include "core/adopt/weights_file.h"
#include "core/data/archive.h"
#include "core/parquet/parquet.h"
#include "core/recommender/evaluate.h"
#include "core/store/dataset_store.h"
#include "core/torchscript/model_file.h"
#include "core/train/trainer.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope::cli {

namespace {

/// Whether `adopt` reads the file as lists of recommendations: a text or Parquet file, judged by its extension.
bool isListFile(std::filesystem::path path) {
    for (const std::string_view compressed : kCompressedEndings)
        if (path.extension() == compressed) path.replace_extension();
    const std::string extension = folded(path.extension().string());
    for (const char* text : {".csv", ".tsv", ".txt", ".dat", ".json", ".jsonl", ".ndjson", kParquetSuffix})
        if (extension == text) return true;
    return false;
}

ListColumns listColumns(const std::vector<std::string>& choices) {
    ListColumns columns;
    for (const std::string& choice : choices) {
        const auto [field, column] = keyAndValue(choice);
        if (field == "user")
            columns.user = column;
        else if (field == "item")
            columns.item = column;
        else if (field == "rank")
            columns.rank = column;
        else if (field == "score")
            columns.score = column;
        else if (field == "model")
            columns.system = column;
        else
            throw Error(ErrorKind::Usage, translated("There is no column \"{}\" in a file of lists.", field),
                        translated("Columns: user, item, rank, score, model."));
    }
    return columns;
}

void adoptListFile(CliContext& context, const AdoptArguments& arguments) {
    if (arguments.layout != "auto" || !arguments.vocabulary.empty() || !arguments.settings.empty())
        throw Error(ErrorKind::Usage, translated("--layout, --vocabulary and --set are only for weights."),
                    translated("{} holds lists of recommendations.", arguments.path));
    Workspace& workspace = context.workspace();
    AdoptListsRequest request{.path = arguments.path,
                              .dataset = DatasetStore(workspace).byName(arguments.dataset).id,
                              .runName = arguments.name,
                              .columns = listColumns(arguments.columns),
                              .seen = {}};
    if (!arguments.seen.empty()) request.seen = arguments.seen == "kept" ? SeenItems::Kept : SeenItems::Removed;
    for (const AdoptedLists& adopted : adoptLists(workspace, request, context.stop())) {
        evaluateRun(workspace, adopted.run.id, adopted.run.protocol, Split::Test, DeviceChoice::Cpu, context.progress(),
                    context.stop());
        context.endStatus();
        const RunRecord run = RunStore(workspace).byId(adopted.run.id);
        const std::vector<Reference> references = referencesFor(workspace, run.dataset, run.protocol, context.stop());
        printAdopted(context, run, references, adopted.cautions(),
                     {{"depth", adopted.depth},
                      {"users", adopted.users},
                      {"recommendations", adopted.listed},
                      {"users_without_list", adopted.usersWithoutList},
                      {"unknown_users", adopted.unknownUsers},
                      {"unknown_items", adopted.unknownItems},
                      {"duplicates", adopted.duplicates},
                      {"damaged_lines", adopted.damaged},
                      {"users_with_seen_items", adopted.usersWithSeen},
                      {"users_with_validation_item", adopted.usersWithValidation},
                      {"own_scores", adopted.hasOwnScores}});
    }
}

void adopt(CliContext& context, const AdoptArguments& arguments) {
    if (isListFile(arguments.path)) return adoptListFile(context, arguments);
    if (isTorchScript(arguments.path)) return adoptModelFile(context, arguments);
    if (arguments.trusts || arguments.storesCopy)
        throw Error(ErrorKind::Usage, translated("--trust and --carry are only for TorchScript models."),
                    translated("{} is not a TorchScript archive.", arguments.path));
    if (!arguments.columns.empty() || !arguments.seen.empty())
        throw Error(ErrorKind::Usage, translated("--columns and --seen are only for lists of recommendations."),
                    translated("Lists are files of text or Parquet: .csv, .tsv, .txt, .json, .jsonl, .parquet."));
    Workspace& workspace = context.workspace();
    AdoptRequest request{.path = arguments.path,
                         .dataset = DatasetStore(workspace).byName(arguments.dataset).id,
                         .runName = arguments.name,
                         .layout = arguments.layout,
                         .settings = {},
                         .vocabulary = arguments.vocabulary};
    for (const std::string& setting : arguments.settings) request.settings.push_back(keyAndValue(setting));
    AdoptedRun adopted = adoptRun(workspace, request);
    RunRecord& run = adopted.run;
    if (!run.test) {
        evaluateRun(workspace, run.id, run.protocol, Split::Test, DeviceChoice::Auto, context.progress(),
                    context.stop());
        context.endStatus();
        run = RunStore(workspace).byId(run.id);
    }
    const std::vector<Reference> references = referencesFor(workspace, run.dataset, run.protocol, context.stop());
    Json assumed = Json::object();
    for (const auto& [key, value] : adopted.assumed) assumed[key] = value;
    printAdopted(context, run, references, cautionsAbout(adopted, references),
                 {{"config", Json::parse(run.config)},
                  {"layout", adopted.layout},
                  {"assumed", assumed},
                  {"items_without_row", adopted.itemsWithoutRow.size()},
                  {"below_popularity", belowPopularity(adopted, references).has_value()}});
}

}  // namespace

void addAdoptCommand(CLI::App& app, CliContext& context) {
    std::string help = pyTorchConversion() + "\n\n" + translated("Layouts (--layout):");
    for (const WeightLayout& layout : weightLayouts()) {
        help += fmt::format("\n  {:<18} {}", layout.name, layout.title);
        const char* separator = ": ";
        for (const auto& [key, value] : layout.assumed) {
            help += translated("{}{}={} unless --set {}= overrides it", separator, key, value, key);
            separator = "; ";
        }
        if (!layout.notes.empty()) help += separator + translated(layout.notes);
    }
    CLI::App* command = app.add_subcommand(
        "adopt",
        translated(
            "Adopt weights or a model trained elsewhere, a run archive, or lists of recommendations made elsewhere, "
            "and score them on test"));
    command->footer(help);
    const auto arguments = std::make_shared<AdoptArguments>();
    command
        ->add_option(
            "file", arguments->path,
            translated("Weights or a run archive (.safetensors), a TorchScript model (.pt), or lists (.csv, .tsv, "
                       ".txt, .jsonl, .parquet)"))
        ->required()
        ->type_name("FILE");
    command
        ->add_option(
            "--dataset", arguments->dataset,
            translated(
                "The dataset on which the weights or the model were trained, or for whose users the lists were made"))
        ->required();
    command->add_option("--name", arguments->name,
                        translated("Name of the run (default: the model's name and a number)"));
    command
        ->add_option("--layout", arguments->layout,
                     translated("The program whose tensor names the file uses, see below"))
        ->capture_default_str();
    command
        ->add_option("--vocabulary", arguments->vocabulary,
                     translated("Item ids in the order of the rows of the item embedding, one per line, row 1 first "
                                "(default: from the file's metadata; without it, the row numbers are the ids)"))
        ->type_name("FILE");
    command
        ->add_option("--set", arguments->settings,
                     translated("key=value: settings that cannot be read from the tensors, e.g. heads=2"))
        ->allow_extra_args(false);
    command
        ->add_option(
            "--columns", arguments->columns,
            translated("Only for lists: the columns of the file, by name or number: user=customer,item=2. Fields: "
                       "user, item, rank, score, model (default: found by their names)"))
        ->delimiter(',')
        ->type_name("FIELD=COLUMN");
    command
        ->add_option("--seen", arguments->seen,
                     translated("Only for lists: whether the recommender left out items that the user already had "
                                "(default: determined from the lists)"))
        ->check(CLI::IsMember({"removed", "kept"}));
    command->add_flag("--trust", arguments->trusts,
                      translated("Only for TorchScript models: allow the model, a program written by somebody else, to "
                                 "run on this machine, in a process without access to files or the network"));
    command->add_flag("--carry", arguments->storesCopy,
                      translated("Only for TorchScript models: store a copy of the model in the workspace"));
    command->callback([&context, arguments] { adopt(context, *arguments); });
}

}  // namespace recscope::cli
