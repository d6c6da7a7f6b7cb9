// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>

#include "app/cli/cli_context.h"
#include "app/cli/commands.h"
#include "app/cli/text_output.h"
#include "core/data/importer.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope::cli {

namespace {

struct ImportArguments {
    std::vector<std::string> paths;
    std::string items, users, columns, header, timeFormat, orders, duplicates, kCore, preset;
    std::string existing{existingDatasetName(ExistingDataset::Refuse)};
    bool noItems = false, noUsers = false, dryRun = false;
    ImportOptions options;
};

ImportOptions optionsOf(const ImportArguments& arguments, const CLI::App& command) {
    ImportOptions options = arguments.options;
    if (!arguments.preset.empty()) {
        importPreset(arguments.preset).applyTo(options);
        // Options that are given on the command line override those of the preset.
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
    for (std::string* separator : {&options.delimiter, &options.itemSeparator}) {
        if (*separator == "\\t") *separator = "\t";  // a tab is hard to type in a shell
    }
    if (!arguments.columns.empty()) options.columns = ColumnMapping::parse(arguments.columns);
    if (!arguments.header.empty()) options.header = headerFromName(arguments.header);
    if (arguments.timeFormat.find('%') != std::string::npos) {
        options.timeFormat = TimeFormat::Pattern;
        options.timePattern = arguments.timeFormat;
    } else if (!arguments.timeFormat.empty()) {
        options.timeFormat = timeFormatFromName(arguments.timeFormat);
    }
    if (!arguments.orders.empty()) options.orders = ordersFromName(arguments.orders);
    if (!arguments.duplicates.empty()) options.duplicates = duplicatesFromName(arguments.duplicates);
    if (!arguments.kCore.empty()) options.kCore = kCoreFromName(arguments.kCore);
    return options;
}

const char* roleName(const std::optional<ColumnRole>& role) {
    return role ? columnRoleKey(*role) : "";
}

Json columnsJson(const ImportPreview& preview) {
    Json list = Json::array();
    for (const ColumnFinding& column : preview.columnFindings) {
        list.push_back({{"name", column.name},
                        {"column", column.column + 1},
                        {"role", column.role ? Json(roleName(column.role)) : Json()},
                        {"kind", columnKindName(column.kind)},
                        {"examples", column.examples},
                        {"missing_share", column.missingShare},
                        {"distinct", column.distinct},
                        {"rows", column.rows},
                        {"why", column.why}});
    }
    return list;
}

Json alternativesJson(const ImportPreview& preview) {
    Json list = Json::array();
    for (const ColumnReading& reading : preview.alternatives) {
        list.push_back({{"sentence", reading.sentence},
                        {"columns", reading.columns.text()},
                        {"time_format", timeFormatName(reading.timeFormat)},
                        {"item_separator", reading.itemSeparator}});
    }
    return list;
}

/// Prints what was found in each column, as the import dialog does.
void printColumns(const ImportPreview& preview) {
    constexpr std::size_t kShown = 44;
    std::vector<Row> rows;
    for (const ColumnFinding& column : preview.columnFindings) {
        std::string examples = fmt::format("{}", fmt::join(column.examples, ", "));
        if (examples.size() > kShown) {
            std::size_t end = kShown;
            // Moves the cut back to the beginning of a UTF-8 character, so that no character is divided.
            while (end > 0 && (static_cast<unsigned char>(examples[end]) & 0xC0U) == 0x80U) --end;
            examples = examples.substr(0, end) + "…";
        }
        std::replace(examples.begin(), examples.end(), '\n', ' ');
        rows.push_back({column.name, roleName(column.role), translated(columnKindName(column.kind)), examples,
                        fmt::format("{:.0f} %", 100 * column.missingShare), grouped(column.distinct)});
    }
    printTable({translated("column"), translated("used as"), translated("content"), translated("examples"),
                translated("missing"), translated("distinct values")},
               rows);
    if (!preview.columnFindings.empty()) {
        const std::int64_t rowsSeen = preview.columnFindings.front().rows;
        fmt::print(stdout, "{}\n",
                   rowsSeen == 1 ? translated("1 row was examined.")
                                 : translated("{} rows were examined.", grouped(rowsSeen)));
    }
    for (const ColumnReading& reading : preview.alternatives) {
        fmt::print(stdout, "{}\n", translated("Possible: {} ({})", reading.sentence, reading.option()));
    }
}

/// Text such as "1 user, 2 items and 3 interactions".
std::string sizesText(std::int64_t users, std::int64_t items, std::int64_t interactions) {
    return listed(
        {usersText(users), items == 1 ? translated("1 item") : translated("{} items", grouped(items)),
         interactions == 1 ? translated("1 interaction") : translated("{} interactions", grouped(interactions))});
}

Json matchJson(const CompanionMatch& match) {
    if (match.path.empty()) return nullptr;
    return {{"path", match.path},
            {"matched", match.matched},
            {"of", match.of},
            {"used", match.isTaken},
            {"sentence", match.sentence}};
}

/// Prints how many ids of the interactions occur in a file with titles or users.
void printMatch(const char* what, const CompanionMatch& match) {
    if (match.path.empty()) return;
    const std::string sentence =
        match.sentence.empty() ? translated("not compared, because it is large") : match.sentence;
    fmt::print(stdout, "{}\n",
               match.isTaken ? translated("{}: {} ({})", translated(what), match.path, sentence)
                             : translated("{}: {} is not used ({})", translated(what), match.path, sentence));
}

void countOnly(CliContext& context, const ImportOptions& options, ExistingDataset existing) {
    const ImportPreview preview = previewImport(options);
    if (!context.json) {
        printColumns(preview);
        printMatch(translatable("Titles"), preview.titles);
        printMatch(translatable("User attributes"), preview.users);
        fmt::print(stdout, "\n");
    }
    Workspace* const workspace = existing == ExistingDataset::Refuse ? nullptr : &context.workspace();
    const ImportReport report = countImport(options, context.progress(), context.stop(), workspace, existing);
    context.endStatus();
    if (context.json) {
        context.print({{"dry_run", true},
                       {"report", Json::parse(report.toJson())},
                       {"columns", columnsJson(preview)},
                       {"titles", matchJson(preview.titles)},
                       {"users", matchJson(preview.users)}});
    } else {
        fmt::print(
            stdout, "{}\n",
            translated("{} would yield {}; nothing was stored\n{}", options.path.string(),
                       sizesText(report.users, report.items, report.rowsKept + report.earlierRows), report.toText()));
    }
}

void runImport(CliContext& context, const ImportArguments& arguments, const CLI::App& command) {
    if (arguments.paths.size() > 1 &&
        (!arguments.options.name.empty() || !arguments.items.empty() || !arguments.users.empty())) {
        throw CLI::ValidationError("import",
                                   translated("--name, --items and --users can only be used with a single PATH"));
    }
    ImportOptions options = optionsOf(arguments, command);
    const ExistingDataset existing = existingDatasetFromName(arguments.existing);
    for (const std::string& path : arguments.paths) {
        options.path = path;
        if (arguments.dryRun) {
            countOnly(context, options, existing);
            continue;
        }
        const ImportResult result =
            importDataset(context.workspace(), options, context.progress(), context.stop(), existing);
        context.endStatus();
        if (context.json) {
            context.print({{"dataset", toJson(result.dataset)},
                           {"report", Json::parse(result.report.toJson())},
                           {"settings", Json::parse(result.dataset.settings)}});
        } else {
            fmt::print(stdout, "{}\n",
                       translated("Dataset \"{}\": {}\n{}", result.dataset.name,
                                  sizesText(result.dataset.users, result.dataset.items, result.dataset.interactions),
                                  result.report.toText()));
        }
    }
}

void printFormats(const CliContext& context) {
    Json list = Json::array(), presets = Json::array();
    std::vector<Row> rows, presetRows;
    for (const FormatInfo& format : datasetFormats()) {
        list.push_back({{"name", format.name}, {"title", format.title}, {"description", format.description}});
        rows.push_back({format.name, translated(format.title), translated(format.description)});
    }
    Json layouts = Json::array();
    std::vector<Row> layoutRows;
    for (const KnownLayout& layout : knownLayouts()) {
        layouts.push_back({{"name", layout.name}, {"title", layout.title}, {"columns", layout.columns}});
        layoutRows.push_back({layout.title, layout.columns});
    }
    for (const ImportPreset& preset : importPresets()) {
        presets.push_back({{"name", preset.name}, {"title", preset.title}, {"description", preset.description}});
        presetRows.push_back({preset.name, translated(preset.title), translated(preset.description)});
    }
    if (context.json) {
        context.print({{"formats", list}, {"layouts", layouts}, {"presets", presets}});
        return;
    }
    printTable({translated("format"), translated("title"), translated("description")}, rows);
    fmt::print(
        stdout, "\n{}\n\n",
        translated(
            "A file is read in the format with the highest confidence. 1.0: content and name leave no doubt; from 0.8: "
            "no other\nformat has such content; about 0.5: columns guessed from their values; lower: check whether the "
            "guess is right.\nEach may be packed as .gz, .bz2, .xz, .zst, .lz4, .zip, .7z or .tar."));
    printTable({translated("public dataset"), translated("columns")}, layoutRows);
    fmt::print(stdout, "\n{}\n\n",
               translated("These and other tables are recognised by the names and the values of their columns."));
    printTable({translated("preset"), translated("title"), translated("description")}, presetRows);
}

/// Prints the formats that the file could have, each with the reason.
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
        context.print({{"path", path},
                       {"member", preview.member},
                       {"candidates", list},
                       {"columns", columnsJson(preview)},
                       {"alternatives", alternativesJson(preview)}});
    } else {
        printTable({translated("format"), translated("confidence"), translated("why")}, rows);
        fmt::print(stdout, "\n");
        printColumns(preview);
    }
}

}  // namespace

void addImportCommands(CLI::App& app, CliContext& context) {
    CLI::App* command = app.add_subcommand("import", translated("Read interactions from files into the workspace"));
    const auto arguments = std::make_shared<ImportArguments>();
    command
        ->add_option(
            "PATH", arguments->paths,
            translated("File, archive (.gz, .bz2, .xz, .zst, .zip, .7z, .tar) or folder; each becomes one dataset"))
        ->required()
        ->type_name("FILE");
    command->add_option("--name", arguments->options.name,
                        translated("Name of the dataset (default: from the file name)"));
    command
        ->add_option("--existing", arguments->existing,
                     translated("What to do if a dataset already has the name: refuse (default); add = a new version "
                                "with its rows and the new rows of PATH; replace = a new version with only the rows of "
                                "PATH. The previous version is kept with its runs, under a name with the date"))
        ->type_name("refuse|add|replace");
    command->add_option("--format", arguments->options.format,
                        translated("See `formats` (default: recognised by content)"));
    command->add_option(
        "--member", arguments->options.member,
        translated("File in the archive, sheet of the workbook, or table of the database or JSON file (default: "
                   "found by name and content)"));
    CLI::Option* items =
        command->add_option("--items", arguments->items, translated("File with titles (default: found beside PATH)"))
            ->type_name("FILE");
    command->add_flag("--no-items", arguments->noItems, translated("Do not look for titles"))->excludes(items);
    CLI::Option* users = command
                             ->add_option("--users", arguments->users,
                                          translated("File with attributes of users (default: found beside PATH)"))
                             ->type_name("FILE");
    command->add_flag("--no-users", arguments->noUsers, translated("Do not look for a file of users"))->excludes(users);
    command->add_option(
        "--columns", arguments->columns,
        translated("user=..,item=..,time=..,rating=..,order=..,kind=..,title=..,category=..,attributes=..: numbers "
                   "from 1, header names or keys; several with +. user=one-person: all rows belong to one person; "
                   "user=each-row: each row with a list of items is a history of its own"));
    command
        ->add_option("--kinds", arguments->options.kinds,
                     translated("Keep only these kinds of events, for example view,purchase (default: all; with "
                                "--existing add, the kinds that the dataset has, unless \"all\" is given)"))
        ->delimiter(',');
    command->add_option("--orders", arguments->orders,
                        translated("Which interactions of a user form one order: those with the same value in the "
                                   "column order=.. (column, default) or those at the same time (same-time)"));
    command->add_option("--delimiter", arguments->options.delimiter,
                        translated("Separator of the fields (default: recognised)"));
    command->add_option(
        "--item-separator", arguments->options.itemSeparator,
        translated(
            "Separator of the items in a cell of the item column; none: each cell is one item (default: recognised)"));
    command->add_option("--encoding", arguments->options.encoding,
                        translated("UTF-8, windows-1252, UTF-16LE or UTF-16BE (default: recognised)"));
    command->add_option("--header", arguments->header,
                        translated("Whether the first line names the columns: yes, no or auto (default)"));
    std::vector<std::string> timeNames;
    for (const TimeFormat format : timeFormats()) timeNames.emplace_back(timeFormatName(format));
    command->add_option("--time-format", arguments->timeFormat,
                        translated("{}, or a pattern such as \"%d.%m.%Y %H:%M\" ({})", fmt::join(timeNames, ", "),
                                   translated(TimePattern::letters())));
    command->add_option("--min-rating", arguments->options.minRating, translated("Drop rows with a lower rating"));
    command
        ->add_option("--min-user-interactions", arguments->options.minUserInteractions,
                     translated("Drop users with fewer interactions"))
        ->check(CLI::NonNegativeNumber);
    command
        ->add_option("--min-item-interactions", arguments->options.minItemInteractions,
                     translated("Drop items with fewer interactions"))
        ->check(CLI::NonNegativeNumber);
    command->add_option(
        "--duplicates", arguments->duplicates,
        translated("Which of a user's interactions with the same item to keep: all (default), first or last"));
    command->add_option(
        "--k-core", arguments->kCore,
        translated(
            "How --min-user-interactions and --min-item-interactions apply: none, single-pass (default) or iterative"));
    command
        ->add_option("--min-history", arguments->options.minHistoryLength,
                     translated("Drop shorter histories, after all other filters"))
        ->check(CLI::NonNegativeNumber);
    command->add_option("--preset", arguments->preset, translated("Filters as in a paper, see `formats`"));
    command->add_flag("--keep-damaged", arguments->options.keepDamaged,
                      translated("Import even if half of the rows are damaged"));
    command->add_flag("--dry-run", arguments->dryRun, translated("Only count what would be kept; store nothing"));
    command->callback([&context, arguments, command] { runImport(context, *arguments, *command); });

    CLI::App* formats = app.add_subcommand(
        "formats", translated("List the file formats that import knows, or recognise the format of a file"));
    const auto path = std::make_shared<std::string>();
    formats->add_option("PATH", *path, translated("File, archive or folder to look at"))->type_name("FILE");
    formats->callback([&context, path] {
        if (path->empty()) {
            printFormats(context);
        } else {
            printRecognition(context, *path);
        }
    });
}

}  // namespace recscope::cli
