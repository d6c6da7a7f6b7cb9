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
    std::string items, users, columns, timeFormat, duplicates, kCore, preset;
    bool noItems = false, noUsers = false, dryRun = false;
    ImportOptions options;
};

ImportOptions optionsOf(const ImportArguments& arguments, const CLI::App& command) {
    ImportOptions options = arguments.options;
    if (!arguments.preset.empty()) {
        importPreset(arguments.preset).applyTo(options);
        // What is said beside a preset wins.
        if (command.count("--min-user-interactions"))
            options.minUserInteractions = arguments.options.minUserInteractions;
        if (command.count("--min-item-interactions"))
            options.minItemInteractions = arguments.options.minItemInteractions;
        if (command.count("--min-history")) options.minHistoryLength = arguments.options.minHistoryLength;
    }
    options.itemsPath = arguments.items;
    options.findItems = !arguments.noItems;
    options.usersPath = arguments.users;
    options.findUsers = !arguments.noUsers;
    if (options.delimiter == "\\t") options.delimiter = "\t";  // shells pass no tab easily
    if (!arguments.columns.empty()) options.columns = ColumnMapping::parse(arguments.columns);
    if (!arguments.timeFormat.empty()) options.timeFormat = timeFormatFromName(arguments.timeFormat);
    if (!arguments.duplicates.empty()) options.duplicates = duplicatesFromName(arguments.duplicates);
    if (!arguments.kCore.empty()) options.kCore = kCoreFromName(arguments.kCore);
    return options;
}

void countOnly(CliContext& context, const ImportOptions& options) {
    const ImportReport report = countImport(options, context.progress(), context.stop());
    context.endStatus();
    if (context.json) {
        context.print({{"dry_run", true}, {"report", Json::parse(report.toJson())}});
    } else {
        fmt::print(stdout, "{} would give {} users, {} items, {} interactions; nothing was stored\n{}\n",
                   options.path.string(), grouped(report.users), grouped(report.items), grouped(report.rowsKept),
                   report.toText());
    }
}

void runImport(CliContext& context, const ImportArguments& arguments, const CLI::App& command) {
    if (arguments.paths.size() > 1 &&
        (!arguments.options.name.empty() || !arguments.items.empty() || !arguments.users.empty())) {
        throw CLI::ValidationError("import", "--name, --items and --users belong to one PATH");
    }
    ImportOptions options = optionsOf(arguments, command);
    for (const std::string& path : arguments.paths) {
        options.path = path;
        if (arguments.dryRun) {
            countOnly(context, options);
            continue;
        }
        const ImportResult result = importDataset(context.workspace(), options, context.progress(), context.stop());
        context.endStatus();
        if (context.json) {
            context.print({{"dataset", toJson(result.dataset)},
                           {"report", Json::parse(result.report.toJson())},
                           {"settings", Json::parse(result.dataset.settings)}});
        } else {
            fmt::print(stdout, "Dataset \"{}\": {} users, {} items, {} interactions\n{}\n", result.dataset.name,
                       grouped(result.dataset.users), grouped(result.dataset.items),
                       grouped(result.dataset.interactions), result.report.toText());
        }
    }
}

void printFormats(const CliContext& context) {
    Json list = Json::array(), presets = Json::array();
    std::vector<Row> rows, presetRows;
    for (const FormatInfo& format : datasetFormats()) {
        list.push_back({{"name", format.name}, {"title", format.title}, {"description", format.description}});
        rows.push_back({format.name, format.title, format.description});
    }
    for (const ImportPreset& preset : importPresets()) {
        presets.push_back({{"name", preset.name}, {"title", preset.title}, {"description", preset.description}});
        presetRows.push_back({preset.name, preset.title, preset.description});
    }
    if (context.json) {
        context.print({{"formats", list}, {"presets", presets}});
        return;
    }
    printTable({"format", "title", "description"}, rows);
    fmt::print(
        stdout,
        "\nA file is given to the format that is surest of it. 1.0: content and name leave no doubt; from 0.8: the "
        "content\nis unlike anything else; about 0.5: columns guessed from what they hold; below: an assumption to "
        "check.\nEach may be packed as .gz, .zip or .7z.\n\n");
    printTable({"preset", "title", "description"}, presetRows);
}

/// What a file would be read as, and why.
void printRecognition(const CliContext& context, const std::string& path) {
    ImportOptions options;
    options.path = path;
    const ImportPreview preview = previewImport(options);
    Json list = Json::array();
    std::vector<Row> rows;
    for (const FormatCandidate& candidate : preview.candidates) {
        list.push_back({{"name", candidate.name}, {"confidence", candidate.confidence}, {"why", candidate.why}});
        rows.push_back({candidate.name, decimals(candidate.confidence, 2), candidate.why});
    }
    if (context.json) {
        context.print({{"path", path}, {"member", preview.member}, {"candidates", list}});
    } else {
        printTable({"format", "confidence", "why"}, rows);
    }
}

}  // namespace

void addImportCommands(CLI::App& app, CliContext& context) {
    CLI::App* command = app.add_subcommand("import", "Read interactions from files into the workspace");
    const auto arguments = std::make_shared<ImportArguments>();
    command->add_option("PATH", arguments->paths, "File, archive (.gz, .zip, .7z) or folder; each becomes one dataset")
        ->required();
    command->add_option("--name", arguments->options.name, "Name of the dataset (default: from the file name)");
    command->add_option("--format", arguments->options.format, "See `formats` (default: recognised by content)");
    command->add_option("--member", arguments->options.member,
                        "File in the archive (default: found by name and content)");
    CLI::Option* items =
        command->add_option("--items", arguments->items, "File with titles (default: found beside PATH)");
    command->add_flag("--no-items", arguments->noItems, "Look for no titles")->excludes(items);
    CLI::Option* users = command->add_option("--users", arguments->users,
                                             "File with what is known of users (default: found beside PATH)");
    command->add_flag("--no-users", arguments->noUsers, "Look for no such file")->excludes(users);
    command->add_option("--columns", arguments->columns,
                        "user=..,item=..,time=..,rating=..: numbers from 1, header names or keys");
    command->add_option("--delimiter", arguments->options.delimiter, "What separates fields (default: recognised)");
    command->add_option("--encoding", arguments->options.encoding, "UTF-8 or ISO-8859-1 (default: recognised)");
    command->add_option("--time-format", arguments->timeFormat,
                        "auto, seconds, milliseconds, date, month-day-year or posted");
    command->add_option("--min-rating", arguments->options.minRating, "Drop rows rated lower");
    command->add_option("--min-user-interactions", arguments->options.minUserInteractions, "Drop users with fewer")
        ->check(CLI::NonNegativeNumber);
    command->add_option("--min-item-interactions", arguments->options.minItemInteractions, "Drop items with fewer")
        ->check(CLI::NonNegativeNumber);
    command->add_option("--duplicates", arguments->duplicates,
                        "Of a user's interactions with one item: all (default), first or last");
    command->add_option("--k-core", arguments->kCore,
                        "How the two smallest numbers apply: none, single-pass (default) or iterative");
    command->add_option("--min-history", arguments->options.minHistoryLength, "Drop shorter histories, after all else")
        ->check(CLI::NonNegativeNumber);
    command->add_option("--preset", arguments->preset, "Filters as a paper applied them, see `formats`");
    command->add_flag("--keep-damaged", arguments->options.keepDamaged, "Go on when half of the rows are damaged");
    command->add_flag("--dry-run", arguments->dryRun, "Only count what would be kept; store nothing");
    command->callback([&context, arguments, command] { runImport(context, *arguments, *command); });

    CLI::App* formats = app.add_subcommand("formats", "List the file formats import knows, or what a file looks like");
    const auto path = std::make_shared<std::string>();
    formats->add_option("PATH", *path, "File, archive or folder to look at");
    formats->callback([&context, path] {
        if (path->empty()) {
            printFormats(context);
        } else {
            printRecognition(context, *path);
        }
    });
}

}  // namespace recscope::cli
