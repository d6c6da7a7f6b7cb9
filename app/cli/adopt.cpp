// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "app/cli/cli_context.h"
#include "app/cli/commands.h"
#include "app/cli/text_output.h"
#include "core/adopt/adopt.h"
#include "core/adopt/cautions.h"
#include "core/adopt/weights_file.h"
#include "core/recommender/evaluate.h"
#include "core/store/dataset_store.h"
#include "core/train/trainer.h"
#include "core/util/translated.h"

namespace recscope::cli {

namespace {

struct AdoptArguments {
    std::string path, dataset, name, layout = "auto", vocabulary;
    std::vector<std::string> settings;
};

void adopt(CliContext& context, const AdoptArguments& arguments) {
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
    const std::vector<std::string> cautions = cautionsAbout(adopted, references);
    if (context.json) {
        Json others = Json::array(), assumed = Json::object();
        for (const Reference& reference : references)
            others.push_back({{"name", reference.name}, {"test", toJson(reference.test)}});
        for (const auto& [key, value] : adopted.assumed) assumed[key] = value;
        context.print({{"run", run.name},
                       {"model", run.model},
                       {"dataset", run.datasetName},
                       {"message", run.message},
                       {"config", Json::parse(run.config)},
                       {"test", toJson(*run.test)},
                       {"protocol", toJson(run.protocol)},
                       {"references", others},
                       {"layout", adopted.layout},
                       {"assumed", assumed},
                       {"items_without_row", adopted.itemsWithoutRow.size()},
                       {"below_popularity", belowPopularity(adopted, references).has_value()},
                       {"warnings", cautions}});
        return;
    }
    fmt::print(stdout, "{}\n",
               translated("{}: {}\nTest, {}:", run.name, run.message.empty() ? translated("adopted") : run.message,
                          run.protocol.sentence()));
    printTestBeside(run, references);
    for (const std::string& caution : cautions) fmt::print(stdout, "{}\n", caution);
}

}  // namespace

void addAdoptCommand(CLI::App& app, CliContext& context) {
    std::string help = pyTorchConversion() + "\n\n" + translated("Layouts (--layout):");
    for (const WeightLayout& layout : weightLayouts()) {
        help += fmt::format("\n  {:<18} {}", layout.name, layout.title);
        const char* before = ": ";
        for (const auto& [key, value] : layout.assumed) {
            help += translated("{}{}={} unless --set {}= overrides it", before, key, value, key);
            before = "; ";
        }
        if (!layout.notes.empty()) help += before + translated(layout.notes);
    }
    CLI::App* command = app.add_subcommand(
        "adopt", translated("Adopt weights trained elsewhere, or a run archive, and score them on test"));
    command->footer(help);
    const auto arguments = std::make_shared<AdoptArguments>();
    command->add_option("file", arguments->path, translated("Weights or a run archive"))
        ->required()
        ->type_name("FILE.safetensors");
    command->add_option("--dataset", arguments->dataset, translated("The dataset they were trained on"))->required();
    command->add_option("--name", arguments->name,
                        translated("Name of the run (default: the model's name and a number)"));
    command
        ->add_option("--layout", arguments->layout,
                     translated("The program whose tensor names the file uses, see below"))
        ->capture_default_str();
    command
        ->add_option(
            "--vocabulary", arguments->vocabulary,
            translated("Item ids in the order of the rows, one per line, row 1 first (default: the file's metadata, or "
                       "ids that are the row numbers)"))
        ->type_name("FILE");
    command
        ->add_option("--set", arguments->settings,
                     translated("key=value: settings that cannot be read from the tensors, e.g. heads=2"))
        ->allow_extra_args(false);
    command->callback([&context, arguments] { adopt(context, *arguments); });
}

}  // namespace recscope::cli
