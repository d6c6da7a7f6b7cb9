// SPDX-License-Identifier: GPL-3.0-or-later
// recscope-cli: RecScope's work without a window, for servers and scripts.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string_view>

#include "app/cli/cli_context.h"
#include "app/cli/commands.h"
#include "core/team/team.h"
#include "core/util/error.h"

namespace {

using namespace recscope;
using namespace recscope::cli;

enum ExitCode { kDone = 0, kFailed = 1, kWrongUsage = 2, kCancelled = 130 };

/// The sentence and the hint on stderr, for people or for programs.
void printError(bool json, const std::string& sentence, const std::string& hint) {
    std::fflush(stdout);
    if (json) {
        const Json error = {{"error", {{"message", sentence}, {"hint", hint}}}};
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
    // The flag may stand anywhere, and an error can come before it has been read.
    const bool json = std::any_of(argv, argv + argc, [](const char* a) { return std::string_view(a) == "--json"; });
    try {
        app.parse(argc, argv);
        if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
            throw Error(ErrorKind::Input, "The output could not be written.", "Is the disk full?");
        }
        return context.exitCode;
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
        context.endStatus();
        const std::vector<std::string> unknown = app.remaining();
        const bool isUnknown = app.get_subcommands().empty() && !unknown.empty();
        printError(json, isUnknown ? fmt::format("There is no subcommand \"{}\".", unknown.front()) : error.what(),
                   "See recscope-cli --help, or --help after the subcommand.");
        return kWrongUsage;
    } catch (const Error& error) {
        context.endStatus();
        printError(json, error.what(), error.hint());
        return exitCodeOf(error.kind());
    } catch (const std::filesystem::filesystem_error& error) {
        context.endStatus();
        printError(json, fmt::format("{} cannot be used: {}.", error.path1().string(), error.code().message()),
                   "Check the path and the permissions.");
        return kFailed;
    } catch (const std::exception& error) {
        context.endStatus();
        printError(json, fmt::format("Something unexpected went wrong: {}", error.what()),
                   "This is a defect of RecScope. Please report it with the command you used.");
        return kFailed;
    }
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("Trains sequential recommenders on interaction data and shows what they look at.", "recscope-cli");
    CliContext context;
    app.set_version_flag("--version", "recscope-cli " RECSCOPE_VERSION);
    app.require_subcommand(1);
    app.fallthrough();  // both options below may also stand after the subcommand
    app.add_option("--workspace", context.workspacePath,
                   "The file that holds datasets and runs (default: the window's own)")
        ->type_name("FILE");
    app.add_flag("--json", context.json, "Print JSON: one object, or one line per event of long work");
    addImportCommands(app, context);
    addDatasetCommands(app, context);
    addStatsCommand(app, context);
    addTrainCommands(app, context);
    addPlanCommands(app, context);
    addEvaluateCommand(app, context);
    addExplainCommands(app, context);
    addRemovalCommand(app, context);
    addHeadsCommand(app, context);
    addStepsCommand(app, context);
    addHabitsCommand(app, context);
    addWhatIfCommand(app, context);
    addFilmCommand(app, context);
    addScenarioCommand(app, context);
    addCohortCommands(app, context);
    addExportCommand(app, context);
    addAdoptCommand(app, context);
    addDemoCommand(app, context);
    addSelfDescriptionCommands(app);
    const int exitCode = parseAndRun(app, context, argc, argv);
    if (Team::leavesThreadsBehind()) {
        context.closeWorkspace();
        std::fflush(nullptr);
        std::_Exit(exitCode);
    }
    return exitCode;
}
