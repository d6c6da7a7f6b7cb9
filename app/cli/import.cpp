// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "app/cli/cli_context.h"
#include "app/cli/commands.h"
#include "app/cli/text_output.h"
#include "core/data/importer.h"
#include "core/util/text.h"

namespace recscope::cli {

namespace {

struct ImportArguments {
    std::vector<std::string> paths;
    std::string items, columns;
    ImportOptions options;
};

void runImport(CliContext& context, const ImportArguments& arguments) {
    if (arguments.paths.size() > 1 && (!arguments.options.name.empty() || !arguments.items.empty())) {
        throw CLI::ValidationError("import", "--name and --items belong to one PATH");
    }
    ImportOptions options = arguments.options;
    options.itemsPath = arguments.items;
    if (!arguments.columns.empty()) options.columns = ColumnMapping::parse(arguments.columns);
    for (const std::string& path : arguments.paths) {
        options.path = path;
        const ImportResult result = importDataset(context.workspace(), options, context.progress(), context.stop());
        context.endStatus();
        if (context.json) {
            context.print({{"dataset", toJson(result.dataset)}, {"report", Json::parse(result.report.toJson())}});
        } else {
            fmt::print(stdout, "Dataset \"{}\": {} users, {} items, {} interactions\n{}\n", result.dataset.name,
                       grouped(result.dataset.users), grouped(result.dataset.items),
                       grouped(result.dataset.interactions), result.report.toText());
        }
    }
}

void printFormats(const CliContext& context) {
    Json list = Json::array();
    std::vector<Row> rows;
    for (const FormatInfo& format : datasetFormats()) {
        list.push_back({{"name", format.name}, {"title", format.title}, {"description", format.description}});
        rows.push_back({format.name, format.title, format.description});
    }
    if (context.json) {
        context.print({{"formats", list}});
    } else {
        printTable({"format", "title", "description"}, rows);
    }
}

}  // namespace

void addImportCommands(CLI::App& app, CliContext& context) {
    CLI::App* command = app.add_subcommand("import", "Read interactions from files into the workspace");
    const auto arguments = std::make_shared<ImportArguments>();
    command->add_option("PATH", arguments->paths, "File or folder; each becomes one dataset")->required();
    command->add_option("--name", arguments->options.name, "Name of the dataset (default: from the file name)");
    command->add_option("--format", arguments->options.format, "See `formats` (default: recognised by content)");
    command->add_option("--items", arguments->items, "File with titles (default: found beside PATH)");
    command->add_option("--columns", arguments->columns, "user=..,item=..,time=..,rating=..: numbers from 1 or names");
    command->add_option("--min-rating", arguments->options.minRating, "Drop rows rated lower");
    command->add_option("--min-user-interactions", arguments->options.minUserInteractions, "Drop users with fewer")
        ->check(CLI::NonNegativeNumber);
    command->add_option("--min-item-interactions", arguments->options.minItemInteractions, "Drop items with fewer")
        ->check(CLI::NonNegativeNumber);
    command->callback([&context, arguments] { runImport(context, *arguments); });

    app.add_subcommand("formats", "List the file formats import knows")->callback([&context] {
        printFormats(context);
    });
}

}  // namespace recscope::cli
