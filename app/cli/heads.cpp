// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "app/cli/cli_context.h"
#include "app/cli/commands.h"
#include "app/cli/text_output.h"
#include "core/explain/attention/agreement_study.h"
#include "core/explain/attention/head_characters.h"
#include "core/recommender/run_histories.h"
#include "core/store/dataset_store.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope::cli {

namespace {

struct HeadsArguments {
    std::string run;
    CharacterOptions options;
    bool onlyPredicting = false;  ///< measures only the query position whose output makes the recommendation
    bool agreement = false, switchOff = false, oneByOne = false;
};

/// The requested results about the attention heads; all members list the heads in the same order.
struct Findings {
    HeadCharacters characters;                ///< on which positions each head puts its attention
    std::optional<AgreementStudy> agreement;  ///< of each head with the removal test: see agreement_study.h
    std::vector<GateEffect> ablations;        ///< each head switched off alone; empty if not requested
};

// The keys of the JSON output are described in docs/manual/json-explain.md.

Json jsonOf(const MeanInterval& interval) {
    return {{"mean", interval.mean}, {"half_width", interval.halfWidth}};
}

Json jsonOf(const AttentionMass& mass) {
    Json json = jsonOf(mass.mass);
    json["even"] = mass.uniformMass;
    json["above_even"] = jsonOf(mass.excess);
    json["users"] = mass.users;
    return json;
}

Json jsonOf(const ShareInterval& share) {
    return {{"share", share.share}, {"low", share.low}, {"high", share.high}, {"users", share.cases}};
}

/// Of an area between deletion curves.
Json jsonOf(const EvidenceMargin& margin) {
    return {{"mean", margin.mean}, {"low", margin.low}, {"high", margin.high}};
}

/// "positive": users with a positive rank correlation; "same_top": users for whom the head and the removal test put the
/// same item first. The areas are those between the deletion curves of random orders and of the order by attention or
/// by removal effect: the larger, the better the order finds what matters. "grade" judges the rank correlation,
/// "conclusion" the areas, and "verdict" states both in words.
Json jsonOf(const HeadAgreement& agreement) {
    return {{"positive", jsonOf(agreement.positive)},
            {"same_top", jsonOf(agreement.sameTop)},
            {"rank_correlation", jsonOf(agreement.correlation)},
            {"grade", gradeName(gradeOf(agreement))},
            {"attention_area", jsonOf(agreement.margins.attention)},
            {"removal_area", jsonOf(agreement.margins.removal)},
            {"removal_minus_attention_area", jsonOf(agreement.margins.difference)},
            {"conclusion", conclusionName(conclusionOf(agreement.margins))},
            {"verdict", agreementSentence(agreement)}};
}

Json headJson(const Findings& findings, std::size_t index) {
    const HeadCharacter& head = findings.characters.heads[index];
    Json offsets = Json::array();
    for (std::size_t i = 0; i < head.byOffset.size(); ++i) {
        Json entry = {{"offset", static_cast<std::int32_t>(i) - findings.characters.maxOffset}};
        entry.update(jsonOf(head.byOffset[i]));
        offsets.push_back(std::move(entry));
    }
    Json json = {{"layer", head.head.layer + 1},
                 {"head", head.head.head + 1},
                 {"sentence", head.sentence},
                 {"previous", jsonOf(head.previous)},
                 {"itself", jsonOf(head.itself)},
                 {"oldest", jsonOf(head.oldest)},
                 {"same_genre", jsonOf(head.sameGenre)},
                 {"popular", jsonOf(head.popular)},
                 {"mask", jsonOf(head.mask)},
                 {"entropy", jsonOf(head.entropy)},
                 {"by_offset", offsets}};
    if (findings.agreement) json["agreement"] = jsonOf(findings.agreement->heads[index]);
    if (!findings.ablations.empty()) {
        const GateEffect& ablation = findings.ablations[index];
        json["switched_off"] = {{"metrics", toJson(ablation.without)},
                                {"ndcg@10_change", jsonOf(ablation.ndcg10)},
                                {"hr@10_change", jsonOf(ablation.hr10)}};
    }
    return json;
}

Json findingsJson(const RunRecord& run, const HeadsArguments& arguments, const Findings& findings) {
    Json heads = Json::array();
    for (std::size_t i = 0; i < findings.characters.heads.size(); ++i) heads.push_back(headJson(findings, i));
    Json json = {{"run", run.name},
                 {"users", findings.characters.users},
                 {"seed", arguments.options.study.seed},
                 {"rows", arguments.onlyPredicting ? "predicting" : "all"},
                 {"heads", heads}};
    if (findings.agreement) {
        json["same_top_by_chance"] = findings.agreement->sameTopByChance;
        json["mean_of_heads"] = jsonOf(findings.agreement->meanOfHeads);
    }
    if (!findings.ablations.empty()) {
        Protocol protocol = run.protocol;
        protocol.candidates = Candidates::Full;
        protocol.split.targets = Targets::First;  // the heads are measured on the first target of each user
        json["protocol"] = toJson(protocol);
        json["metrics"] = toJson(findings.ablations.front().with);
    }
    return json;
}

std::string withHalfWidth(const MeanInterval& interval) {
    return fmt::format("{:.3f} ± {:.3f}", interval.mean, interval.halfWidth);
}

void printFindings(const RunRecord& run, const HeadsArguments& arguments, const Findings& findings) {
    fmt::print(stdout, "{}\n\n",
               translated("{}, {} users, {}: share of the attention with its 95 % interval", run.name,
                          grouped(findings.characters.users),
                          arguments.onlyPredicting ? translated("the predicting position")
                                                   : translated("all query positions")));
    std::vector<Row> rows;
    for (const HeadCharacter& head : findings.characters.heads) {
        rows.push_back({headName(head.head), withHalfWidth(head.previous.mass), withHalfWidth(head.itself.mass),
                        withHalfWidth(head.sameGenre.mass), withHalfWidth(head.popular.mass),
                        withHalfWidth(head.mask.mass), withHalfWidth(head.entropy)});
    }
    printTable({translated("head"), translated("previous"), translated("itself"), translated("same genre"),
                translated("popular"), translated("[MASK]"), translated("entropy (1 = even)")},
               rows);
    fmt::print(stdout, "\n");
    for (const HeadCharacter& head : findings.characters.heads)
        fmt::print(stdout, "{}: {}\n", headName(head.head), head.sentence);
    if (!arguments.onlyPredicting)
        fmt::print(stdout, "{}\n",
                   translated("Averaged over all query positions; with --predicting, only over the position whose "
                              "output makes the recommendation."));
    if (findings.agreement) {
        fmt::print(stdout, "\n{}\n",
                   translated("Compared with the removal test, over {} users:", grouped(findings.agreement->users)));
        for (const HeadAgreement& head : findings.agreement->heads) fmt::print(stdout, "{}\n", agreementSentence(head));
        fmt::print(stdout, "\n{}\n", gradeBounds());
    }
    if (findings.ablations.empty()) return;
    fmt::print(stdout, "\n{}\n",
               translated("Each head switched off alone (NDCG@10 with all heads: {}, full ranking):",
                          decimals(findings.ablations.front().with.ndcg10, 4)));
    rows.clear();
    for (const GateEffect& ablation : findings.ablations)
        rows.push_back(
            {headName(ablation.off.front()), decimals(ablation.without.ndcg10, 4), withHalfWidth(ablation.ndcg10)});
    printTable({translated("head"), translated("ndcg@10 without"), translated("change")}, rows);
}

void heads(CliContext& context, const HeadsArguments& arguments) {
    context.openToRead();
    Workspace& workspace = context.workspace();
    const RunRecord run = RunStore(workspace).byName(arguments.run);
    const Histories histories = historiesOf(workspace, run);
    const InferenceSession inference = InferenceSession::load(workspace, run.id);
    CharacterOptions options = arguments.options;
    options.rows = arguments.onlyPredicting ? MeasuredRows::Predicting : MeasuredRows::All;
    Findings findings;
    findings.characters = studyHeads(inference, histories, DatasetStore(workspace).items(run.dataset), options,
                                     context.progress(), context.stop());
    if (arguments.agreement) {
        const RepeatedItems repeatedItems = arguments.oneByOne ? RepeatedItems::OneByOne : RepeatedItems::Together;
        findings.agreement =
            studyAgreement(inference, histories, {RemovalKind::Deleted, repeatedItems},
                           StudyTarget::FirstRecommendation, options.study, context.progress(), context.stop());
    }
    if (arguments.switchOff) {
        findings.ablations =
            studyGates(inference, histories, singleHeads(inference), options.study, context.progress(), context.stop());
    }
    context.endStatus();
    if (context.json) return context.print(findingsJson(run, arguments, findings));
    printFindings(run, arguments, findings);
}

}  // namespace

void addHeadsCommand(CLI::App& app, CliContext& context) {
    CLI::App* command =
        app.add_subcommand("heads", translated("Show what each attention head does, averaged over many users; the "
                                               "input of each user is everything before the test item"));
    const auto arguments = std::make_shared<HeadsArguments>();
    command->add_option("--run", arguments->run, translated("Name of the run"))->required();
    command->add_option("--users", arguments->options.study.users, translated("Number of users to measure"))
        ->capture_default_str()
        ->check(CLI::PositiveNumber);
    command->add_option("--seed", arguments->options.study.seed, translated("Seed for drawing the users"))
        ->capture_default_str();
    command
        ->add_option(
            "--max-offset", arguments->options.maxOffset,
            translated(
                "Largest distance from the query position, before or after it, for which the attention is listed"))
        ->capture_default_str()
        ->check(CLI::PositiveNumber);
    command->add_flag("--predicting", arguments->onlyPredicting,
                      translated("Only the position that makes the recommendation"));
    command->add_flag("--agreement", arguments->agreement,
                      translated("Print the share of users for whom attention agrees with the removal test"));
    command->add_flag(
        "--one-by-one", arguments->oneByOne,
        translated(
            "With --agreement: if an item occurs several times in a history, remove it at one position at a time"));
    command->add_flag("--switch-off", arguments->switchOff,
                      translated("Measure how the metrics change when each head is switched off"));
    command->callback([&context, arguments] { heads(context, *arguments); });
}

}  // namespace recscope::cli
