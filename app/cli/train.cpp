// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <memory>

#include "app/cli/cli_context.h"
#include "app/cli/commands.h"
#include "app/cli/named_machine.h"
#include "app/cli/text_output.h"
#include "app/cli/train_reporter.h"
#include "core/config/seed_range.h"
#include "core/data/later_data.h"
#include "core/distributed/process_group.h"
#include "core/recommender/evaluate.h"
#include "core/recommender/registry.h"
#include "core/remote/machine_list.h"
#include "core/remote/remote_training.h"
#include "core/store/dataset_store.h"
#include "core/store/remote_store.h"
#include "core/train/distributed_training.h"
#include "core/train/seed_groups.h"
#include "core/util/error.h"
#include "core/util/failure.h"
#include "core/util/shell_word.h"
#include "core/util/translated.h"

namespace recscope::cli {

namespace {

constexpr int kCancelled = 130;  // 128 + SIGINT, the exit code that shells expect

struct TrainArguments {
    std::string dataset, model, preset = "quick", device = "auto", name, resume, on, there;
    std::vector<std::string> settings;
    std::optional<std::uint64_t> seed;
    std::vector<std::uint64_t> seeds;
};

RunConfig configFrom(const TrainArguments& arguments, const DatasetInfo& dataset) {
    RunConfig config = presetFor(arguments.model, arguments.preset, dataset).config;
    for (const std::string& setting : arguments.settings) {
        const auto [key, value] = keyAndValue(setting);
        setConfigValue(config, key, value);
    }
    if (arguments.seed && hasConfigKey(config, "seed"))  // models that only count, such as popularity, have no seed
        setConfigValue(config, "seed", std::to_string(*arguments.seed));
    return config;
}

/// The machine given by --on. Without --on, the machine `ofRun`, which the workspace stores for the run; it must be in
/// the user's list of machines.
Machine machineFor(const TrainArguments& arguments, const std::string& ofRun) {
    return arguments.on.empty() ? listedMachine(machineListPath(), ofRun) : namedMachine(arguments.on, arguments.there);
}

/// `processGroup` is null if the process trains alone.
RunRecord runTraining(CliContext& context, const TrainArguments& arguments, RemoteObserver& observer,
                      ProcessGroup* processGroup) {
    Workspace& workspace = context.workspace();
    PauseSwitch& pause = context.pause();
    const std::atomic<AtStop> atStop = AtStop::End;
    const RemoteControl control{.pause = pause, .stop = context.stop(), .atStop = atStop};
    const DeviceChoice device = deviceFromName(arguments.device);
    if (!arguments.resume.empty()) {
        const RunRecord run = RunStore(workspace).byName(arguments.resume);
        const auto remote = RemoteStore(workspace).of(run.id);
        if (remote && !processGroup)
            return reattachRemotely(workspace, run.id, machineFor(arguments, remote->machine), Reattach::Resume,
                                    observer, control);
        if (remote)
            throw Error(ErrorKind::Usage, translated("\"{}\" is trained on {}.", run.name, remote->machine),
                        translated("Resume the run with a single process: it continues on that machine."));
        if (!arguments.on.empty())
            throw Error(ErrorKind::Usage, translated("\"{}\" was trained on this machine.", run.name),
                        translated("Leave out --on: the run continues on this machine."));
        return processGroup
                   ? resumeDistributed(*processGroup, workspace, run.id, device, observer, pause, context.stop())
                   : resumeTraining(workspace, run.id, device, observer, pause, context.stop());
    }
    const DatasetInfo dataset = DatasetStore(workspace).byName(arguments.dataset);
    const TrainRequest request{dataset.id, configFrom(arguments, dataset), arguments.name, device};
    if (processGroup) {
        if (!arguments.on.empty())
            throw Error(
                ErrorKind::Usage,
                translated("Several processes train here; a run on another machine is started by a single process."),
                translated("Leave out --on, or start a single recscope-cli."));
        return trainDistributed(*processGroup, workspace, request, observer, pause, context.stop());
    }
    if (!arguments.on.empty()) return trainRemotely(workspace, request, machineFor(arguments, {}), observer, control);
    return train(workspace, request, observer, pause, context.stop());
}

/// The references for the run's test metrics: baselines such as popularity and, where known, the best possible values.
std::vector<Reference> testReferences(CliContext& context, const RunRecord& run) {
    return run.test ? referencesFor(context.workspace(), run.dataset, run.protocol) : std::vector<Reference>{};
}

void printEnd(CliContext& context, const RunRecord& run) {
    const bool isFinished = run.state == RunState::Finished;
    const std::vector<Reference> references = testReferences(context, run);
    if (context.json) {
        Json event = {{"event", isFinished ? "finished" : "stopped"},
                      {"run", run.name},
                      {"epochs_done", run.epochsDone},
                      {"best_epoch", run.bestEpoch},
                      {"sequences_seen", run.sequencesSeen},
                      {"seconds", run.seconds},
                      {"device", wordsOf(run.device)},
                      {"message", wordsOf(run.message)},
                      {"test", run.test ? toJson(*run.test) : Json(nullptr)},
                      {"references", Json::array()},
                      {"protocol", toJson(run.protocol)}};
        for (const Reference& reference : references) {
            event["references"].push_back(toJson(reference, "test", reference.test));
        }
        const Reference* const above = bestBaselineAbove(run, references);
        event["below_rule"] = above ? Json(above->name) : Json(nullptr);
        context.print(event);
    } else if (isFinished && run.test) {
        fmt::print(stdout, "{}\n",
                   translated("{}: finished in {}; the best epoch is {}\nTest, {}:", run.name, duration(run.seconds),
                              run.bestEpoch, run.protocol.sentence()));
        printTestMetrics(run, references);
        if (const std::string worse = baselineAboveSentence(run, references); !worse.empty())
            fmt::print(stdout, "{}\n", worse);
        if (!run.message.empty()) fmt::print(stdout, "{}\n", wordsOf(run.message));
    } else {
        fmt::print(stdout, "{}\n",
                   translated("{}: {} after epoch {}", run.name,
                              isFinished ? translated("finished") : translated("stopped"), run.epochsDone));
    }
    if (!isFinished && !context.json) {
        fmt::print(stderr, "{}\n",
                   translated("Continue with: recscope-cli train --resume {}", shellArgument(run.name)));
        if (canScoreStopped(run))
            fmt::print(stderr, "{}\n",
                       translated("Its best weights (epoch {}) are not scored on test yet: recscope-cli evaluate --run "
                                  "{}",
                                  run.bestEpoch, shellArgument(run.name)));
    }
}

Json seedGroupsJson(const std::vector<SeedGroup>& groups) {
    Json list = Json::array();
    for (const SeedGroup& group : groups) {
        Json names = Json::array();
        for (const RunRecord& run : group.runs) names.push_back(run.name);
        Json entry = {{"runs", names},
                      {"dataset", group.runs.front().datasetName},
                      {"model", group.runs.front().model},
                      {"protocol", toJson(group.runs.front().protocol)}};
        for (const auto& [metric, spread] : group.test)
            entry[metric] = {{"mean", spread.mean}, {"standard_deviation", spread.deviation}};
        list.push_back(std::move(entry));
    }
    return list;
}

void printSeedGroups(const std::vector<SeedGroup>& groups) {
    if (groups.empty()) return;
    std::vector<Row> rows;
    for (const SeedGroup& group : groups) {
        std::string names;
        for (const RunRecord& run : group.runs) names += (names.empty() ? "" : ", ") + run.name;
        const auto spread = [](const Spread& value) {
            return fmt::format("{:.4f} ± {:.4f}", value.mean, value.deviation);
        };
        rows.push_back({std::to_string(group.runs.size()), names, spread(group.ndcg10), spread(group.hr10)});
    }
    fmt::print(stdout, "\n{}\n", translated("The same config with several seeds, mean ± standard deviation on test:"));
    printTable({translated("seeds"), translated("runs"), translated("ndcg@10"), translated("hr@10")}, rows);
}

Json laterDataJson(const std::vector<LaterData>& all) {
    Json list = Json::array();
    for (const LaterData& later : all)
        list.push_back({{"dataset", later.dataset},
                        {"date", later.date},
                        {"replaced", later.isReplaced},
                        {"interactions", later.interactions},
                        {"users", later.users},
                        {"sentence", later.sentence()}});
    return list;
}

void printRuns(CliContext& context) {
    context.openToRead();
    Json list = Json::array();
    std::vector<Row> rows;
    const std::vector<RunRecord> runs = RunStore(context.workspace()).list();
    const std::vector<SeedGroup> groups = seedGroups(runs);
    const std::vector<DatasetInfo> datasets = DatasetStore(context.workspace()).list();
    std::vector<std::string> remarks;
    for (const RunRecord& run : runs) {
        const std::vector<LaterData> later = laterData(datasets, run.dataset);
        if (!later.empty()) remarks.push_back(run.name + ": " + laterDataText(later));
        const std::vector<Reference> references = cachedReferences(context.workspace(), run.dataset, run.protocol);
        const Reference* const above = bestBaselineAbove(run, references);
        if (above) remarks.push_back(run.name + ": " + baselineAboveSentence(run, references));
        if (canScoreStopped(run))
            remarks.push_back(translated("{}: stopped; to score it on test: recscope-cli evaluate --run {}", run.name,
                                         shellArgument(run.name)));
        list.push_back({{"name", run.name},
                        {"dataset", run.datasetName},
                        {"later_data", laterDataJson(later)},
                        {"model", run.model},
                        {"state", runStateName(run.state)},
                        {"message", wordsOf(run.message)},
                        {"created_at", run.createdAt},
                        {"device", wordsOf(run.device)},
                        {"epochs_done", run.epochsDone},
                        {"best_epoch", run.bestEpoch},
                        {"sequences_seen", run.sequencesSeen},
                        {"seconds", run.seconds},
                        {"config", Json::parse(run.config)},
                        {"valid", run.bestValid ? toJson(*run.bestValid) : Json(nullptr)},
                        {"test", run.test ? toJson(*run.test) : Json(nullptr)},
                        {"below_rule", above ? Json(above->name) : Json(nullptr)},
                        {"protocol", toJson(run.protocol)}});
        const std::string seen = run.protocol.seen == SeenItems::Removed ? translated(", seen items removed")
                                                                         : translated(", seen items kept");
        const bool isAdopted = run.state == RunState::Finished && run.epochsDone == 0;
        rows.push_back({run.name, run.datasetName, translated(runStateName(run.state)),
                        isAdopted ? "–" : std::to_string(run.epochsDone),
                        run.bestValid ? decimals(run.bestValid->ndcg10, 4) : "–",
                        run.test ? decimals(run.test->ndcg10, 4) : "–", run.test ? decimals(run.test->hr10, 4) : "–",
                        run.protocol.name() + (run.protocol.candidates == Candidates::Full ? seen : ""),
                        isAdopted ? "–" : duration(run.seconds)});
    }
    if (context.json) {
        context.print({{"runs", list}, {"seed_groups", seedGroupsJson(groups)}});
    } else if (rows.empty()) {
        fmt::print(stdout, "{}\n",
                   translated("No run yet. Train one: recscope-cli train --dataset NAME --model bert4rec"));
    } else {
        printTable({translated("run"), translated("dataset"), translated("state"), translated("epochs"),
                    translated("valid ndcg@10"), translated("test ndcg@10"), translated("test hr@10"),
                    translated("protocol"), translated("time")},
                   rows);
        if (!remarks.empty()) fmt::print(stdout, "\n{}\n", fmt::join(remarks, "\n"));
        printSeedGroups(groups);
    }
}

void trainOne(CliContext& context, const TrainArguments& arguments, ProcessGroup* processGroup) {
    TrainReporter reporter(context, TrainReporter::Epochs::AsResult);
    const RunRecord run = runTraining(context, arguments, reporter, processGroup);
    context.endStatus();
    printEnd(context, run);
    if (run.state == RunState::Stopped) context.exitCode = kCancelled;
}

/// Trains one run, or one run per seed.
void trainAll(CliContext& context, TrainArguments arguments, ProcessGroup* processGroup) {
    if (arguments.seeds.empty()) return trainOne(context, arguments, processGroup);
    const std::string name = arguments.name;
    for (const std::uint64_t seed : arguments.seeds)  // all seeds are checked before the first run is trained
        if (seed > kMaxSeed || std::count(arguments.seeds.begin(), arguments.seeds.end(), seed) > 1)
            throw Error(ErrorKind::Usage,
                        translated("Seed {} {}.", seed,
                                   seed > kMaxSeed ? translated("is too large") : translated("is given twice")),
                        translated("Give different whole numbers from 0 to {}.", kMaxSeed));
    for (const std::uint64_t seed : arguments.seeds) {
        arguments.seed = seed;
        if (!name.empty()) arguments.name = translated("{}, seed {}", name, seed);
        trainOne(context, arguments, processGroup);
        if (context.exitCode != 0) return;
    }
    if (!context.json) printSeedGroups(seedGroups(RunStore(context.workspace()).list()));
}

/// Trains as one rank of a process group, whose other processes were started together with this one. Only rank 0 opens
/// the workspace and prints results.
void trainDistributed(CliContext& context, const TrainArguments& arguments, const RankInfo& rankInfo) {
    const auto notify = [&](const std::string& sentence) {
        if (rankInfo.rank <= 1) fmt::print(stderr, "{}\n", sentence);  // rank 1 also prints, in case rank 0 is missing
    };
    const std::unique_ptr<ProcessGroup> processGroup = ProcessGroup::join(rankInfo, notify, context.stop());
    try {
        if (!processGroup->isRank0()) {
            if (!helpTraining(*processGroup, context.stop())) context.exitCode = kCancelled;
            return;
        }
        trainAll(context, arguments, processGroup.get());
        endDistributedTraining(*processGroup);
    } catch (const PeerLostError&) {
        throw;
    } catch (const std::exception& error) {
        const Failure failure = failureOf(error);
        processGroup->reportFailure(failure.sentence, failure.hint);
        throw;
    }
}

Json fieldJson(const ConfigField& field) {
    Json json = {{"key", field.key}, {"label", field.label}, {"help", field.help}, {"paper", field.paper}};
    std::vector<std::string> choices = field.choices;  // extended below to the choices of all models, which may differ
    json["models"] = Json::array();
    for (const ModelInfo& model : modelInfos()) {
        const ConfigKey* const key = defaultConfig(model.name).schema->find(field.key);
        if (!key) continue;
        json["models"].push_back(model.name);
        for (const std::string& choice : key->field.choices)
            if (std::find(choices.begin(), choices.end(), choice) == choices.end()) choices.push_back(choice);
    }
    if (field.type == FieldType::Choice) {
        json["choices"] = choices;
    } else if (field.type != FieldType::Text) {
        json["minimum"] = field.minimum;
        json["maximum"] = field.maximum;
    }
    return json;
}

/// The losses that this model can be trained with; empty if it is trained without a loss.
std::vector<std::string> lossesOf(const std::string& model) {
    const ConfigKey* const key = defaultConfig(model).schema->find("loss");
    return key ? key->field.choices : std::vector<std::string>();
}

Json presetsJson(const std::string& model) {
    Json list = Json::array();
    for (const Preset& preset : presetsFor(model, {}))
        list.push_back({{"name", preset.name},
                        {"title", preset.title},
                        {"source", preset.source},
                        {"aim", preset.aim},
                        {"config", Json::parse(preset.config.toJson())}});
    return list;
}

/// All losses of all models, each with the models that can be trained with it.
Json lossesJson() {
    std::vector<std::string> losses;
    for (const ModelInfo& model : modelInfos())
        for (const std::string& loss : lossesOf(model.name))
            if (std::find(losses.begin(), losses.end(), loss) == losses.end()) losses.push_back(loss);
    Json list = Json::array();
    for (const std::string& loss : losses) {
        Json models = Json::array();
        for (const ModelInfo& model : modelInfos()) {
            const std::vector<std::string> losses = lossesOf(model.name);
            if (std::find(losses.begin(), losses.end(), loss) != losses.end()) models.push_back(model.name);
        }
        list.push_back({{"name", loss}, {"models", models}});
    }
    return list;
}

Json keysJson(const std::string& model) {
    Json keys = Json::array();
    for (const ConfigKey& key : defaultConfig(model).schema->keys()) keys.push_back(key.field.key);
    return keys;
}

void printModels(const CliContext& context) {
    Json models = Json::array(), keys = Json::array();
    std::vector<Row> modelRows, keyRows;
    for (const ModelInfo& model : modelInfos()) {
        models.push_back({{"name", model.name},
                          {"title", model.title},
                          {"summary", model.summary},
                          {"paper", model.paper},
                          {"losses", lossesOf(model.name)},
                          {"keys", keysJson(model.name)},
                          {"presets", presetsJson(model.name)}});
        modelRows.push_back(
            {model.name, fmt::format("{}", fmt::join(lossesOf(model.name), ", ")), translated(model.summary)});
    }
    for (const ConfigField& field : allFields()) {
        const Json json = fieldJson(field);
        keys.push_back(json);
        const bool isShared = json["models"].size() == modelInfos().size();
        keyRows.push_back({field.key,
                           isShared
                               ? translated("all")
                               : fmt::format("{}", fmt::join(json["models"].get<std::vector<std::string>>(), ", ")),
                           helpText(field), translated(field.paper)});
    }
    if (context.json) {
        context.print({{"models", models}, {"config_keys", keys}, {"losses", lossesJson()}});
        return;
    }
    printTable({translated("model"), translated("losses"), translated("summary")}, modelRows);
    std::vector<Row> presetRows;
    for (const ModelInfo& model : modelInfos()) {
        for (const Preset& preset : presetsFor(model.name, {}))
            presetRows.push_back({model.name, preset.name, preset.source, preset.aim});
    }
    fmt::print(
        stdout, "\n{}\n",
        translated("Presets for `train --preset`; `paper` stands for the paper's preset for data as dense as yours:"));
    printTable({translated("model"), translated("preset"), translated("source"), translated("published result")},
               presetRows);
    fmt::print(stdout, "\n{}\n", translated("Keys for `train --set key=value`:"));
    printTable({translated("key"), translated("models"), translated("meaning"), translated("papers")}, keyRows);
}

}  // namespace

void addTrainCommands(CLI::App& app, CliContext& context) {
    CLI::App* command = app.add_subcommand("train", translated("Train a model on a dataset, or continue a run"));
    const auto arguments = std::make_shared<TrainArguments>();
    auto* dataset = command->add_option("--dataset", arguments->dataset, translated("Name of the dataset"));
    auto* model = command->add_option("--model", arguments->model, translated("Name of the model, see `models`"));
    auto* preset =
        command
            ->add_option("--preset", arguments->preset,
                         translated("Preset the config starts from: quick, paper or one that `models` lists"))
            ->capture_default_str();
    auto* set = command
                    ->add_option("--set", arguments->settings,
                                 translated("key=value: change one key of the config; may be repeated"))
                    ->allow_extra_args(false);
    command->add_option("--device", arguments->device, translated("auto, cpu or cuda"))->capture_default_str();
    auto* seed = command->add_option("--seed", arguments->seed, translated("Random seed (default: the preset's)"));
    auto* name = command->add_option("--name", arguments->name,
                                     translated("Name of the run (default: the model's name and a number)"));
    auto* seeds = command
                      ->add_option("--seeds", arguments->seeds,
                                   translated("Several seeds, e.g. 1,2,3: one run for each, as a group"))
                      ->delimiter(',')
                      ->excludes(seed);
    command
        ->add_option(
            "--progress-every", context.progressEvery,
            translated("Seconds between two progress lines (default: 60, in a terminal 0.1) or events of --json (1)"))
        ->check(CLI::NonNegativeNumber);
    auto* on = command
                   ->add_option("--on", arguments->on,
                                translated("Train on the machine HOST through the system's ssh, which must log in by "
                                           "key; Ctrl-C ends the run there and brings its best weights here"))
                   ->type_name("[USER@]HOST");
    command
        ->add_option("--there", arguments->there,
                     translated("Path of recscope-cli on the machine of --on, if it is not in the PATH there"))
        ->type_name("PATH")
        ->needs(on);
    command->add_option("--resume", arguments->resume, translated("Continue this stopped or killed run"))
        ->excludes(dataset, model, preset, set, seed, seeds, name);
    command->callback([&context, arguments, dataset, model] {
        if (arguments->resume.empty()) {
            if (dataset->count() == 0) throw CLI::RequiredError("--dataset (or --resume)");
            if (model->count() == 0) throw CLI::RequiredError("--model");
        }
        const std::optional<RankInfo> rankInfo = rankInfoFrom(processEnvironment());
        if (rankInfo)
            trainDistributed(context, *arguments, *rankInfo);
        else
            trainAll(context, *arguments, nullptr);
    });

    app.add_subcommand("runs", translated("List the runs of the workspace"))->callback([&context] {
        printRuns(context);
    });
    app.add_subcommand("models", translated("List the models and the config keys"))->callback([&context] {
        printModels(context);
    });
}

}  // namespace recscope::cli
