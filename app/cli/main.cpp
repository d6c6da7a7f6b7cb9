// SPDX-License-Identifier: GPL-3.0-or-later
// recscope-cli: the functions of RecScope without a window, for servers and scripts.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "app/cli/cli_context.h"
#include "app/cli/commands.h"
#include "core/distributed/process_group.h"
#include "core/util/failure.h"
#include "core/util/language.h"
#include "core/util/translated.h"

namespace {

using namespace recscope;
using namespace recscope::cli;

enum ExitCode { kDone = 0, kFailed = 1, kWrongUsage = 2, kCancelled = 130 };

/// Prints the message and the hint to stderr, as text or as JSON. `fact`: the message for a RecScope on another
/// machine, which shows it in its reader's language.
void printError(bool json, const std::string& sentence, const std::string& hint,
                const std::optional<Message>& fact = std::nullopt) {
    std::fflush(stdout);
    if (json) {
        Json error = {{"error", {{"message", sentence}, {"hint", hint}}}};
        if (fact && fact->id != MessageId::Text) error["error"]["fact"] = Json::parse(messageToJson(*fact));
        fmt::print(stderr, "{}\n", error.dump(-1, ' ', false, Json::error_handler_t::replace));
    } else {
        fmt::print(stderr, "{}\n{}{}", sentence, hint, hint.empty() ? "" : "\n");
    }
}

int exitCodeOf(ErrorKind kind) {
    switch (kind) {
        case ErrorKind::Usage:
            return kWrongUsage;
        case ErrorKind::Cancelled:
            return kCancelled;
        default:
            return kFailed;
    }
}

int parseAndRun(CLI::App& app, CliContext& context, int argc, char** argv) {
    // Searches the arguments for --json, which may be anywhere, because an error may occur before they are parsed.
    const bool json = std::any_of(argv, argv + argc, [](const char* a) { return std::string_view(a) == "--json"; });
    try {
        app.parse(argc, argv);
        if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
            throw Error(ErrorKind::Input, translated("The output could not be written."),
                        translated("Is the disk full?"));
        }
        return context.exitCode;
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error);  // CLI11 reports --help and --version as errors
        context.endStatus();
        const std::vector<std::string> unknown = app.remaining();
        const bool isUnknown = app.get_subcommands().empty() && !unknown.empty();
        printError(json, isUnknown ? translated("There is no subcommand \"{}\".", unknown.front()) : error.what(),
                   translated("See recscope-cli --help, or --help after the subcommand."));
        return kWrongUsage;
    } catch (const Error& error) {
        context.endStatus();
        printError(json, error.what(), error.hint(), messageOf(error));
        return exitCodeOf(error.kind());
    } catch (const std::filesystem::filesystem_error& error) {
        context.endStatus();
        printError(json, translated("{} cannot be used: {}.", error.path1().string(), error.code().message()),
                   translated("Check the path and the permissions."));
        return kFailed;
    } catch (const std::exception& error) {
        context.endStatus();
        printError(json, translated("An unexpected error occurred: {}", error.what()),
                   translated("This is a bug in RecScope. Please report it with the command you used."));
        return kFailed;
    }
}

/// Sets the language of all text output; JSON stays English, because programs read it. Searches for the option
/// directly, because help texts are created before the command line is parsed. Throws Error(Usage) if the language is
/// unknown.
void chooseLanguage(int argc, char** argv) {
    const std::string_view option = "--language";
    std::optional<std::string> requested;
    bool json = false;
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        json = json || argument == "--json";
        if (argument == option && i + 1 < argc) requested = argv[i + 1];
        if (argument.starts_with("--language=")) requested = argument.substr(option.size() + 1);
    }
    if (requested) {
        const std::string code = languageOf(*requested);
        setLanguage(code.empty() ? *requested : code);
        ::setenv("LANGUAGE", code.c_str(), /*replace=*/1);  // for child processes
    }
    if (json)
        setLanguage("en");
    else if (!requested)
        setLanguage(systemLanguage());
}

/// Replaces earlier names of subcommands, which --help does not list, by the current names.
void useCurrentNames(int argc, char** argv) {
    static char timeline[] = "timeline", patterns[] = "patterns";
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        if (argument.starts_with('-')) {
            const bool isFlag = argument == "--json" || argument.find('=') != std::string_view::npos;
            if (!isFlag) ++i;  // skips the option's value
            continue;
        }
        if (argument == "film") argv[i] = timeline;
        if (argument == "habits") argv[i] = patterns;
        return;
    }
}

}  // namespace

int main(int argc, char** argv) {
    useCurrentNames(argc, argv);
    try {
        chooseLanguage(argc, argv);
    } catch (const Error& error) {
        printError(/*json=*/false, error.what(), error.hint());
        return kWrongUsage;
    }
    CLI::App app(translated("Trains sequential recommenders on interaction data and shows what they attend to."),
                 "recscope-cli");
    CliContext context;
    app.set_version_flag("--version", "recscope-cli " RECSCOPE_VERSION);
    app.require_subcommand(1);
    app.fallthrough();  // the options of the program may also follow a subcommand
    app.add_option(
           "--workspace", context.workspacePath,
           translated(
               "The file that holds datasets and runs (default: the workspace that the window opens by default)"))
        ->type_name("FILE");
    std::string language, codes;  // unused: `chooseLanguage` has already applied --language
    for (const Language& spoken : languages()) codes += (codes.empty() ? "" : ", ") + spoken.code;
    app.add_option("--language", language,
                   translated("Language of the output: {} (default: the system's); JSON stays English", codes))
        ->type_name("CODE");
    app.add_flag("--json", context.json, translated("Print JSON: one object, or one line per event of a long task"));
    addImportCommands(app, context);
    addDatasetCommands(app, context);
    addStatsCommand(app, context);
    addTrainCommands(app, context);
    addPlanCommands(app, context);
    addTryCommand(app, context);
    addEvaluateCommand(app, context);
    addCompareCommand(app, context);
    addRecommendCommand(app, context);
    addCoverageCommand(app, context);
    addExplainCommands(app, context);
    addRemovalCommand(app, context);
    addHeadsCommand(app, context);
    addStepsCommand(app, context);
    addPatternsCommand(app, context);
    addWhatIfCommand(app, context);
    addTimelineCommand(app, context);
    addScenarioCommand(app, context);
    addCohortCommands(app, context);
    addExportCommand(app, context);
    addCopyCommand(app, context);
    addAdoptCommand(app, context);
    addModelFileCommands(app, context);
    addDemoCommand(app, context);
    addSelfDescriptionCommands(app);
    const int exitCode = parseAndRun(app, context, argc, argv);
    if (ProcessGroup::leavesThreadsBehind()) {  // a normal exit would destroy objects that these threads still use
        context.closeWorkspace();
        std::fflush(nullptr);
        std::_Exit(exitCode);
    }
    return exitCode;
}
