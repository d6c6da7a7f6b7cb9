// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>

#include "app/cli/cli_context.h"
#include "app/cli/commands.h"
#include "app/cli/plan_places.h"
#include "app/cli/plan_reporter.h"
#include "app/cli/plan_stop.h"
#include "app/cli/run_numbers.h"
#include "app/cli/study_output.h"
#include "app/cli/text_output.h"
#include "app/cli/worker_processes.h"
#include "core/plan/plan_at_once.h"
#include "core/plan/plan_run.h"
#include "core/plan/plan_worker.h"
#include "core/plan/plans_in_workspace.h"
#include "core/plan/report.h"
#include "core/plan/study.h"
#include "core/plan/study_figures.h"
#include "core/store/default_workspace.h"
#include "core/store/plan_store.h"
#include "core/store/remote_store.h"
#include "core/util/error.h"
#include "core/util/shell_word.h"
#include "core/util/translated.h"

namespace recscope::cli {

namespace {

constexpr int kCancelled = 130;  // 128 + SIGINT, the exit code that shells expect
constexpr int kMaxAtOnce = 64;

constexpr const char* kKeys = translatable(
    "Ctrl-C stops within a step and keeps what was trained; `plan resume` continues from there.\nCtrl-Z pauses, and "
    "the shell's `fg` resumes. A paused plan keeps the workspace or, with --worker,\nits run, and the time of the "
    "pause counts as training time.");

struct PlanArguments {
    std::string plan, device = "auto", folder = ".";
    std::string first, without;  ///< lists of run numbers, as shown by `plan show`
    std::vector<std::string> datasets;
    std::vector<std::string> on;  ///< places where the runs are trained; empty: this machine
    std::string there;            ///< --there: path of recscope-cli on the other machines
    std::vector<std::uint64_t> seeds;
    bool estimates = true, attention = true, isWorker = false;
    /// Number of runs that this machine trains at the same time; unset: 1, or 2 if that is known to be faster.
    std::optional<int> atOnce;
    bool isPart = false;  ///< --as-part: `trainAtPlaces` of another process started this one, to train at one place
};

/// The plan with this name: a built-in plan, a plan file, or a plan that was run in this workspace, by its name in
/// `plan list`.
Plan planNamed(CliContext& context, const std::string& name) {
    const bool isBuiltIn =
        std::any_of(builtInPlans().begin(), builtInPlans().end(), [&](const Plan& plan) { return plan.name == name; });
    if (!isBuiltIn && !std::filesystem::exists(name))
        for (const StoredPlan& stored : PlanStore(context.workspace()).list())
            if (stored.name == name) return planFromJson(stored.json);
    return findPlan(name);
}

Plan planOf(CliContext& context, const PlanArguments& arguments) {
    Plan plan = planNamed(context, arguments.plan);
    if (!arguments.seeds.empty()) plan.seeds = arguments.seeds;
    // Overrides are validated in the same way as the content of a plan file.
    plan = planOn(plan, arguments.datasets.empty() ? plan.datasets : arguments.datasets);
    ensureSampleFor(context.workspace(), plan);
    return plan;
}

/// Whether another process, or another machine, trains the run now.
bool isRunning(const PlannedState& state) {
    return state.run && state.run->state == RunState::Running;
}

const char* stateText(const PlannedState& state) {
    return state.isFinished()      ? translatable("finished")
           : state.isFailed()      ? translatable("failed")
           : isRunning(state)      ? translatable("running")
           : state.isInterrupted() ? translatable("interrupted")
                                   : "";
}

/// The plans that were run in this workspace, from the command line or in the window, and their progress. Empty if the
/// workspace does not exist, because listing built-in plans must work without it.
Json plansRunHere(CliContext& context, std::vector<Row>& rows) {
    Json plans = Json::array();
    const std::filesystem::path workspace = context.path().first;
    if (!std::filesystem::exists(workspace)) return plans;
    context.openToRead();
    for (const PlanInWorkspace& plan : plansInWorkspace(context.workspace())) {
        plans.push_back({{"name", plan.plan.name},
                         {"title", plan.plan.title},
                         {"used_at", plan.lastRunAt},
                         {"runs", plan.runs},
                         {"finished", plan.finished}});
        rows.push_back({plan.plan.name, plan.plan.title, translated("{} of {} finished", plan.finished, plan.runs),
                        plan.lastRunAt});
    }
    return plans;
}

void list(CliContext& context) {
    Json plans = Json::array();
    std::vector<Row> rows;
    for (const Plan& plan : builtInPlans()) {
        plans.push_back(
            {{"name", plan.name}, {"title", plan.title}, {"source", plan.source}, {"datasets", plan.datasets}});
        rows.push_back({plan.name, plan.title, fmt::format("{}", fmt::join(plan.datasets, ", "))});
    }
    std::vector<Row> runRows;
    const Json here = plansRunHere(context, runRows);
    if (context.json) return context.print({{"plans", plans}, {"in_workspace", here}});
    printTable({translated("plan"), translated("title"), translated("datasets")}, rows);
    if (!runRows.empty()) {
        fmt::print(stdout, "\n{}\n", translated("Plans that were run in this workspace, latest first:"));
        printTable({translated("plan"), translated("title"), translated("runs"), translated("last run")}, runRows);
    }
    fmt::print(stdout, "\n{}\n",
               translated("Run one with: recscope-cli plan run PLAN. How to write your own: recscope-cli plan format"));
}

/// The estimated duration of each missing run, in seconds, indexed by run.
std::vector<std::optional<double>> secondsByRun(CliContext& context, const Plan& plan,
                                                const std::vector<PlannedRun>& runs,
                                                const std::vector<PlannedState>& states) {
    const auto seconds = estimatePlan(context.workspace(), plan, runs, states, context.progress(), context.stop());
    context.endStatus();
    return seconds;
}

double sumOf(const std::vector<std::optional<double>>& seconds) {
    double sum = 0;
    for (const auto& runSeconds : seconds) sum += runSeconds.value_or(0);
    return sum;
}

/// Describes the estimated duration, for example "at most 3 min on the CPU, measured with a few steps of each; 2 runs
/// could not be measured".
std::string estimateText(const std::vector<std::optional<double>>& seconds) {
    const auto unknown = std::count(seconds.begin(), seconds.end(), std::nullopt);
    std::string text;
    if (const double sum = sumOf(seconds); sum > 0)
        text = translated("at most {} on the CPU, measured with a few steps of each run", duration(sum));
    if (unknown > 0) {
        text += text.empty() ? "" : "; ";
        text += unknown == 1 ? translated("1 run could not be measured")
                             : translated("{} runs could not be measured", unknown);
    }
    return text;
}

void show(CliContext& context, const PlanArguments& arguments) {
    context.openToRead();
    const Plan plan = planOf(context, arguments);
    const std::vector<PlannedRun> runs = plannedRuns(context.workspace(), plan);
    const std::vector<PlannedState> states = planStates(context.workspace(), runs);
    const std::vector<std::optional<double>> seconds = arguments.estimates
                                                           ? secondsByRun(context, plan, runs, states)
                                                           : std::vector<std::optional<double>>(runs.size(), 0.0);
    std::size_t missing = 0;
    Json list = Json::array();
    std::vector<Row> rows;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        missing += isMissing(runs[i], states[i]);
        const std::string name = states[i].run ? states[i].run->name : std::string();
        rows.push_back({fmt::format("{}", i + 1), runs[i].title(plan), runs[i].datasetName,
                        translated(stateText(states[i])), name,
                        !seconds[i]       ? translated("unknown")
                        : *seconds[i] > 0 ? translated("at most {}", duration(*seconds[i]))
                                          : std::string()});
        list.push_back({{"number", i + 1},
                        {"title", runs[i].title(plan)},
                        {"dataset", runs[i].datasetName},
                        {"state", stateText(states[i])},
                        {"run", name.empty() ? Json(nullptr) : Json(name)},
                        {"seconds_at_most", seconds[i] ? Json(*seconds[i]) : Json(nullptr)}});
    }
    const Study study = studyOf(context.workspace(), plan, context.stop());
    if (context.json) {
        Json json = jsonOf(study);
        json["planned"] = list;
        json["seconds_at_most"] = sumOf(seconds);
        json["runs_not_measured"] = std::count(seconds.begin(), seconds.end(), std::nullopt);
        json["simple_rules"] = rulesJson(context.workspace(), study);
        return context.print(json);
    }
    fmt::print(stdout, "{}\n{}\n", plan.title, plan.source.empty() ? "" : plan.source + "\n");
    printTable({translated("number"), translated("run"), translated("dataset"), translated("state"), translated("name"),
                translated("time left")},
               rows);
    fmt::print(stdout, "\n{}", translated("{} runs, {} to be trained", runs.size(), missing));
    if (const std::string estimate = estimateText(seconds); !estimate.empty()) fmt::print(stdout, "; {}", estimate);
    fmt::print(stdout, ".\n");
    if (study.runsFinished > 0) printStudy(context.workspace(), study);
}

/// The options that make another command select the same plan: " --dataset mine --seeds 1,2".
std::string planOptions(const PlanArguments& arguments) {
    std::string text;
    for (const std::string& dataset : arguments.datasets) text += " --dataset " + shellArgument(dataset);
    if (!arguments.seeds.empty()) text += fmt::format(" --seeds {}", fmt::join(arguments.seeds, ","));
    return text;
}

/// The options with which a resumed plan continues with the same runs: " --seeds 1,2 --first 7,3 --without 2".
std::string resumeOptions(const PlanArguments& arguments) {
    std::string text = planOptions(arguments);
    if (!arguments.first.empty()) text += " --first " + arguments.first;
    if (!arguments.without.empty()) text += " --without " + arguments.without;
    return text;
}

/// Whether no run can be trained on a GPU.
bool isOnlyCpu(DeviceChoice device) {
    const std::vector<std::string> available = availableDevices();
    const bool hasGpu =
        std::find(available.begin(), available.end(), deviceChoiceName(DeviceChoice::Cuda)) != available.end();
    return device == DeviceChoice::Cpu || (device == DeviceChoice::Auto && !hasGpu);
}

/// The arguments of the process that trains at `place`, one of several places.
std::vector<std::string> commandOf(const CliContext& context, const PlanArguments& arguments, const PlanPlace& place) {
    std::vector<std::string> words = {"--workspace", std::filesystem::absolute(context.path().first).string()};
    if (context.json) words.emplace_back("--json");
    words.insert(words.end(), {"plan", "run", arguments.plan, "--as-part", "--no-estimate"});
    const auto add = [&](const char* option, const std::string& value) {
        if (!value.empty()) words.push_back(fmt::format("{}={}", option, value));
    };
    for (const std::string& dataset : arguments.datasets) add("--dataset", dataset);
    add("--seeds", fmt::format("{}", fmt::join(arguments.seeds, ",")));
    add("--first", arguments.first);
    add("--without", arguments.without);
    add("--device", arguments.device);
    if (context.progressEvery) add("--progress-every", fmt::format("{}", *context.progressEvery));
    add("--on", place.machine ? place.machine->destination : kHere);
    if (place.machine) add("--there", arguments.there);
    return words;
}

/// Trains at several places, with a process for each, and counts how the runs ended.
PlanOutcome trainAtPlaces(CliContext& context, const PlanArguments& arguments, const std::vector<PlanPlace>& places,
                          const std::vector<PlannedRun>& runs) {
    const std::vector<PlannedState> before = planStates(context.workspace(), runs);
    std::vector<WorkerCommand> commands;
    for (const PlanPlace& place : places)
        commands.push_back(
            {.name = context.json ? "" : placeName(place), .arguments = commandOf(context, arguments, place)});
    const std::vector<int> exitCodes = runWorkers(commands, context.stop());
    for (std::size_t i = 0; i < places.size(); ++i)
        if (exitCodes[i] > kCancelled)
            fmt::print(stderr, "{}\n",
                       translated("The worker on {} was killed (exit code {}).", placeName(places[i]), exitCodes[i]));
    PlanOutcome outcome{.stopped = context.stop().stop_requested()};
    const std::vector<PlannedState> after = planStates(context.workspace(), runs);
    for (std::size_t i = 0; i < runs.size(); ++i) {
        outcome.alreadyFinished += before[i].isFinished();
        outcome.trained += after[i].isFinished() && !before[i].isFinished();
        outcome.failed += after[i].isFailed() || (!runs[i].existing.empty() && !after[i].isFinished());
    }
    return outcome;
}

/// For each interrupted run, the machine that stores its finished epochs; empty for this machine.
std::vector<std::string> machinesWithEpochsOf(Workspace& workspace, const std::vector<PlannedRun>& runs) {
    std::vector<std::string> machinesWithEpochs;
    for (const PlannedState& state : planStates(workspace, runs)) {
        if (!state.isInterrupted()) continue;
        const auto remote = RemoteStore(workspace).of(state.run->id);
        machinesWithEpochs.push_back(remote ? remote->machine : std::string());
    }
    return machinesWithEpochs;
}

/// Prints the commands that continue the plan: after a stop, and for interrupted runs whose finished epochs another
/// machine stores.
void printHowToContinue(const PlanArguments& arguments, const std::vector<std::string>& machinesWithEpochs,
                        bool stopped) {
    const std::string command = fmt::format("recscope-cli plan resume {}{}", arguments.plan, resumeOptions(arguments));
    const std::set<std::string> machines(machinesWithEpochs.begin(), machinesWithEpochs.end());
    for (const std::string& machine : machines) {
        if (machine.empty()) continue;
        const auto count = std::count(machinesWithEpochs.begin(), machinesWithEpochs.end(), machine);
        const std::string there = fmt::format("{} --on {}", command, shellArgument(machine));
        fmt::print(stderr, "{}\n",
                   count == 1 ? translated("1 run is kept on {}. Continue it there: {}", shortName(machine), there)
                              : translated("{} runs are kept on {}. Continue them there: {}", count, shortName(machine),
                                           there));
    }
    if (stopped || machines.contains("")) fmt::print(stderr, "{}\n", translated("Continue with: {}", command));
}

std::string leftOutText(std::size_t leftOut) {
    return leftOut > 0 ? translated(", {} left out", leftOut) : std::string();
}

/// Prints the study and what can be done next; `leftOut` is the number of runs that --without left out.
void printEnd(CliContext& context, const PlanArguments& arguments, const Plan& plan, const PlanOutcome& outcome,
              const std::vector<std::string>& machinesWithEpochs, std::size_t leftOut) {
    const Study study = studyOf(context.workspace(), plan);
    if (context.json) {
        Json json = jsonOf(study);
        json["event"] = outcome.stopped ? "stopped" : "ended";
        json["left_out"] = leftOut;
        json["kept_on"] = machinesWithEpochs;
        json["simple_rules"] = rulesJson(context.workspace(), study);
        context.print(json);
        return;
    }
    printStudy(context.workspace(), study);
    fmt::print(
        stdout, "\n{}\n",
        translated("{} trained, {} already trained, {} failed{}{}.", outcome.trained, outcome.alreadyFinished,
                   outcome.failed, leftOutText(leftOut), outcome.stopped ? translated("; stopped") : std::string()));
    printHowToContinue(arguments, machinesWithEpochs, outcome.stopped);
    if (!outcome.stopped && machinesWithEpochs.empty())
        fmt::print(
            stdout, "{}\n",
            translated("A report: recscope-cli plan report {}{} --out FOLDER", arguments.plan, planOptions(arguments)));
}

void run(CliContext& context, const PlanArguments& arguments) {
    const DeviceChoice device = deviceFromName(arguments.device);
    std::vector<PlanPlace> places = placesOf(arguments.on, arguments.there, device, arguments.atOnce.value_or(1));
    bool isShared = arguments.isWorker || !arguments.on.empty() || places.size() > 1;
    if (isShared) context.openToShare();
    const Plan plan = planOf(context, arguments);
    const std::vector<PlannedRun> runs = plannedRuns(context.workspace(), plan);
    // Stored before the estimate, so that the plan is known even if `plan stop` ends this process during the estimate.
    PlanStore(context.workspace()).put(plan.name, planToJson(plan));
    const std::vector<std::size_t> order = trainingOrder(
        runs.size(), arguments.first, arguments.without,
        translated("For the numbers of the runs, see: recscope-cli plan show {} --no-estimate", arguments.plan));
    std::vector<PlannedRun> trained;
    for (const std::size_t index : order) trained.push_back(runs[index]);
    const std::size_t leftOut = runs.size() - trained.size();
    const bool decidesAtOnce = !arguments.atOnce && !isShared && arguments.estimates && isOnlyCpu(device);
    if (decidesAtOnce && isFasterTwoAtOnce(context.workspace(), trained, context.stop())) {
        places.push_back(places.front());
        isShared = true;
        context.closeWorkspace();
        context.openToShare();
    }
    if (!context.json && !arguments.isPart) {
        const std::vector<PlannedState> states = planStates(context.workspace(), trained);
        // Steps are timed on this machine, so there is no estimate for other machines.
        const std::string estimate = arguments.estimates && arguments.on.empty()
                                         ? estimateText(secondsByRun(context, plan, trained, states))
                                         : std::string();
        fmt::print(stdout, "{}\n",
                   translated("{}: {} runs{}{}{}", plan.title, runs.size(), leftOutText(leftOut),
                              estimate.empty() ? "" : ", ", estimate));
        std::fflush(stdout);
    }
    PlanOutcome outcome;
    if (places.size() > 1) {
        outcome = trainAtPlaces(context, arguments, places, trained);
    } else {
        const bool namesPlace = !arguments.on.empty();
        PlanReporter reporter(
            context, plan, runs, order, namesPlace ? placeName(places.front()) : std::string(),
            arguments.isPart ? PlanReporter::SkippedRuns::Silent : PlanReporter::SkippedRuns::Reported);
        PauseSwitch pause;
        outcome =
            isShared
                ? runPlanAsWorker(context.workspace(), plan, trained, places.front(), reporter, pause, context.stop())
                : runPlan(context.workspace(), plan, trained, places.front().device, reporter, pause, context.stop());
    }
    context.endStatus();
    const std::vector<std::string> machinesWithEpochs = machinesWithEpochsOf(context.workspace(), trained);
    context.exitCode = outcome.stopped ? kCancelled : outcome.failed > 0 || !machinesWithEpochs.empty() ? 1 : 0;
    if (!arguments.isPart) printEnd(context, arguments, plan, outcome, machinesWithEpochs, leftOut);
}

void report(CliContext& context, const PlanArguments& arguments) {
    context.openToRead();
    Study study = studyOf(context.workspace(), planOf(context, arguments), context.stop());
    addDetails(context.workspace(), study, context.stop());
    std::vector<AttentionFigure> figures;
    if (arguments.attention) figures = reportFigures(context.workspace(), study, context.progress(), context.stop());
    context.endStatus();
    Json files = Json::array();
    for (const std::filesystem::path& path : writeReport(study, arguments.folder, figures)) {
        files.push_back(path.string());
        if (!context.json) fmt::print(stdout, "{}\n", path.string());
    }
    if (context.json) context.print({{"files", files}});
}

/// Adds the options that all commands for training a plan share.
void addTrainingOptions(CLI::App& command, CliContext& context, PlanArguments& arguments) {
    command.footer(translated(kKeys));
    command.add_option("--device", arguments.device, translated("auto, cpu or cuda"))->capture_default_str();
    command.add_flag("!--no-estimate", arguments.estimates, translated("Do not measure how long the runs take"));
    command
        .add_option("--at-once", arguments.atOnce,
                    translated("Number of runs that this machine trains at the same time, each in a process of its "
                               "own; the results are the same as when training one run at a time (default: 2 if each "
                               "run trains in one thread, else 1)"))
        ->type_name("NUMBER")
        ->check(CLI::Range(1, kMaxAtOnce));
    command
        .add_option(
            "--progress-every", context.progressEvery,
            translated("Seconds between two progress lines (default: 60, in a terminal 0.1) or events of --json (1)"))
        ->check(CLI::NonNegativeNumber);
}

}  // namespace

void addPlanCommands(CLI::App& app, CliContext& context) {
    CLI::App* command =
        app.add_subcommand("plan", translated("Train many runs defined as a grid, and print their combined results"));
    command->require_subcommand(1);
    const auto arguments = std::make_shared<PlanArguments>();
    const auto withPlan = [&](const char* name, const std::string& about) {
        CLI::App* sub = command->add_subcommand(name, about);
        sub->add_option("PLAN", arguments->plan, translated("A plan of `plan list`, or a JSON file"))
            ->required()
            ->type_name("FILE");
        sub->add_option("--dataset", arguments->datasets,
                        translated("Dataset to use instead of the plan's datasets; may be repeated"))
            ->allow_extra_args(false);
        sub->add_option("--seeds", arguments->seeds, translated("Seeds to use instead of the plan's seeds, e.g. 1,2,3"))
            ->delimiter(',');
        return sub;
    };
    command->add_subcommand("list", translated("List the plans that come with RecScope"))->callback([&context] {
        list(context);
    });
    command->add_subcommand("format", translated("Describe the file format of a plan"))->callback([] {
        fmt::print(stdout, "{}", planFormat());
    });
    CLI::App* shown =
        withPlan("show", translated("Show the runs of a plan, how long they take, and the results so far"));
    shown->add_flag("!--no-estimate", arguments->estimates, translated("Do not measure how long the runs take"));
    shown->callback([&context, arguments] { show(context, *arguments); });
    for (CLI::App* sub :
         {withPlan("run", translated("Train the missing runs, one after the other; Ctrl-C stops and keeps everything")),
          withPlan("resume",
                   translated("Same as `plan run`: continues where a stop or a crash interrupted the plan"))}) {
        sub->add_option(
               "--first", arguments->first,
               translated(
                   "Numbers of runs, as listed by `plan show`, to train before the others and in this order: 7,3"))
            ->type_name("NUMBERS");
        sub->add_option("--without", arguments->without,
                        translated("Numbers of runs to leave out this time: 2,4-9. They stay in the plan as missing"))
            ->type_name("NUMBERS");
        addTrainingOptions(*sub, context, *arguments);
        sub->add_flag(
            "--worker", arguments->isWorker,
            translated(
                "Train together with other workers of this plan, each in a process of its own: each worker takes the "
                "next run that no other worker trains, and takes over the runs of a worker that was killed"));
        auto* on = sub->add_option("--on", arguments->on,
                                   translated("Train on HOST through the system's ssh, as `train --on` does; "
                                              "repeat it for several machines, which share the runs; `here` is this "
                                              "machine"))
                       ->type_name("[USER@]HOST")
                       ->allow_extra_args(false);
        sub->add_option("--there", arguments->there,
                        translated("Path of recscope-cli on the machines of --on, if it is not in the PATH there"))
            ->type_name("PATH")
            ->needs(on);
        sub->add_flag("--as-part", arguments->isPart)->group("");  // only for `runWorkers`
        sub->callback([&context, arguments] { run(context, *arguments); });
    }
    CLI::App* stopped =
        command->add_subcommand("stop", translated("Stop the plan that another process runs in this workspace"));
    stopped
        ->add_option(
            "PLAN", arguments->plan,
            translated("Stop only this plan, named as when it was started (default: whichever plan is running)"))
        ->type_name("FILE");
    stopped->callback([&context, arguments] { stopPlan(context, arguments->plan); });
    CLI::App* reported = withPlan("report", translated("Write the study as HTML, Markdown, LaTeX and CSV"));
    reported->add_option("--out", arguments->folder, translated("Folder for the files"))
        ->type_name("FOLDER")
        ->capture_default_str();
    reported->add_flag("!--no-attention", arguments->attention,
                       translated("Leave out the attention figures of each model's best run"));
    reported->callback([&context, arguments] { report(context, *arguments); });
}

void addTryCommand(CLI::App& app, CliContext& context) {
    CLI::App* command =
        app.add_subcommand("try", translated("Try the usual five on a dataset: popularity, bigram, item-kNN, SASRec "
                                             "and BERT4Rec, and compare them; the same as `plan run usual-five`"));
    const auto arguments = std::make_shared<PlanArguments>();
    arguments->plan = kUsualFive;
    command->add_option("--dataset", arguments->datasets, translated("Name of the dataset"))
        ->required()
        ->expected(1)
        ->allow_extra_args(false);
    command->add_option("--seeds", arguments->seeds, translated("Seeds to use instead of the plan's seeds, e.g. 1,2,3"))
        ->delimiter(',');
    addTrainingOptions(*command, context, *arguments);
    command->callback([&context, arguments] { run(context, *arguments); });
}

}  // namespace recscope::cli
