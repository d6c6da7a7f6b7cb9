// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "app/cli/cli_context.h"
#include "app/cli/commands.h"
#include "app/cli/text_output.h"
#include "app/cli/train_reporter.h"
#include "core/data/sample_shop.h"
#include "core/explain/attention/planted_causes.h"
#include "core/metrics/paired_hits.h"
#include "core/recommender/model_choice.h"
#include "core/recommender/registry.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope::cli {

namespace {

constexpr const char* kBestReachable = "Best reachable";

/// A temporary folder that is removed on destruction.
class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "recscope-demo-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) {
            throw Error(ErrorKind::Input, translated("No temporary folder could be created."),
                        translated("Name a file with --workspace."));
        }
        m_path = name;
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

struct DemoRun {
    RunRecord record;
    std::string title;     ///< title of the model
    CauseFinding finding;  ///< how often attention and the removal test find the true cause
};

DemoRun trainOne(CliContext& context, const DatasetInfo& dataset, const std::string& model) {
    Workspace& workspace = context.workspace();
    TrainReporter reporter(context, TrainReporter::Epochs::AsStatus);
    PauseSwitch pause;
    const TrainRequest request{dataset.id, presetFor(model, "quick", dataset).config, {}, DeviceChoice::Cpu};
    const RunRecord run = train(workspace, request, reporter, pause, context.stop());
    context.endStatus();
    throwIfStopped(context.stop());
    return {run, modelInfo(model).title, findPlantedCauses(workspace, run.id)};
}

double anyHeadShare(const CauseFinding& finding) {
    return static_cast<double>(hitsIn(finding.byAnyHead)) / static_cast<double>(finding.cases.size());
}

Json causesJson(const CauseFinding& finding) {
    return {{"cases", finding.cases.size()},
            {"best_head", finding.headTitle()},
            {"best_head_validation_share", finding.headValidationShare.share},
            {"attention_share", finding.shareOf(CauseMethod::Head).share},
            {"attention_chance", finding.chance},
            {"mean_attention_share", finding.shareOf(CauseMethod::Mean).share},
            {"any_head_share", anyHeadShare(finding)},
            {"any_head_chance", finding.anyHeadChance},
            {"removal_share", finding.shareOf(CauseMethod::Removal).share},
            {"removal_chance", finding.chance},
            {"removal_raised", finding.casesRaised}};
}

double bestReachable(const std::vector<Reference>& references) {
    for (const Reference& reference : references) {
        if (reference.name == kBestReachable) return reference.test.ndcg10;
    }
    throw Error(ErrorKind::Workspace,
                translated("The best reachable metrics are not stored with the sample in this workspace."),
                translated("Use a new workspace."));
}

void printJson(const CliContext& context, const DatasetInfo& dataset, const std::vector<DemoRun>& runs,
               const std::vector<Reference>& references) {
    const double best = bestReachable(references);
    Json models = Json::array(), others = Json::array();
    for (const DemoRun& run : runs) {
        models.push_back({{"run", run.record.name},
                          {"model", run.record.model},
                          {"seconds", run.record.seconds},
                          {"best_epoch", run.record.bestEpoch},
                          {"test", toJson(*run.record.test)},
                          {"share_of_best_ndcg@10", run.record.test->ndcg10 / best},
                          {"planted_causes", causesJson(run.finding)}});
    }
    for (const Reference& reference : references) {
        others.push_back(toJson(reference, "test", reference.test));
    }
    context.print({{"dataset", toJson(dataset)},
                   {"protocol", toJson(runs.front().record.protocol)},
                   {"models", models},
                   {"references", others}});
}

void printText(const DatasetInfo& dataset, const std::vector<DemoRun>& runs, const std::vector<Reference>& references) {
    const double best = bestReachable(references);
    const auto row = [best](const std::string& name, const Metrics& test, const std::string& time) {
        return Row{name,
                   decimals(test.hr10, 4),
                   decimals(test.ndcg10, 4),
                   decimals(test.mrr, 4),
                   percent(test.ndcg10 / best, 0),
                   time};
    };
    std::vector<Row> rows;
    rows.reserve(runs.size() + references.size());
    for (const DemoRun& run : runs) rows.push_back(row(run.title, *run.record.test, duration(run.record.seconds)));
    for (const Reference& reference : references) rows.push_back(row(reference.title(), reference.test, ""));
    fmt::print(stdout, "{}\n",
               translated("{}: {} users, {} items, {} interactions, generated by RecScope with known causes",
                          dataset.name, grouped(dataset.users), grouped(dataset.items), grouped(dataset.interactions)));
    fmt::print(stdout, "{}\n\n", translated("Test, {}", runs.front().record.protocol.sentence()));
    printTable({"", translated("HR@10"), translated("NDCG@10"), translated("MRR"), translated("of reachable NDCG@10"),
                translated("trained in")},
               rows);

    rows.clear();
    for (const DemoRun& run : runs) {
        const CauseFinding& finding = run.finding;
        const auto found = [&](CauseMethod method) {
            const ShareInterval interval = finding.shareOf(method);
            return translated("{} ({} to {})", percent(interval.share), percent(interval.low), percent(interval.high));
        };
        const std::string chance = percent(finding.chance);
        rows.push_back({run.title, translated("attention, {} (chosen on validation)", finding.headTitle()),
                        found(CauseMethod::Head), chance});
        rows.push_back({run.title, translated("attention, mean over all heads"), found(CauseMethod::Mean), chance});
        rows.push_back({run.title, translated("attention, any head"), percent(anyHeadShare(finding)),
                        percent(finding.anyHeadChance)});
        rows.push_back({run.title, translated("removal test (hidden)"), found(CauseMethod::Removal), chance});
    }
    fmt::print(stdout, "\n{}\n\n",
               translated("\"A makes B likely after a gap\": how often A is found as the cause of B, in {} test cases",
                          grouped(static_cast<std::int64_t>(runs.front().finding.cases.size()))));
    printTable({translated("model"), translated("largest value of"), translated("found"), translated("by chance")},
               rows);
}

void runDemo(CliContext& context) {
    std::optional<TemporaryFolder> folder;
    if (context.workspacePath.empty()) {
        folder.emplace();
        context.workspacePath = (folder->path() / "demo.recscope").string();
    }
    const DatasetInfo dataset = ensureSampleDataset(context.workspace(), context.progress(), context.stop());
    context.endStatus();
    std::vector<DemoRun> runs;
    // Trains the models with attention maps, the subject of this program.
    const auto hasMaps = [](const Capabilities& capabilities) {
        return capabilities.attention == AttentionKind::EveryPosition;
    };
    for (const std::string& model : modelsThat(hasMaps)) runs.push_back(trainOne(context, dataset, model));
    const std::vector<Reference> references = referencesFor(context.workspace(), dataset.id);
    if (context.json) {
        printJson(context, dataset, runs, references);
    } else {
        printText(dataset, runs, references);
    }
    context.closeWorkspace();
}

}  // namespace

void addDemoCommand(CLI::App& app, CliContext& context) {
    app.add_subcommand(
           "demo",
           translated("Generate the sample data, train BERT4Rec and SASRec on it, print their scores and how often "
                      "their\nattention finds the true cause (in a temporary workspace unless --workspace is given)"))
        ->callback([&context] { runDemo(context); });
}

}  // namespace recscope::cli
