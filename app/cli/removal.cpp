// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/requested_history.h"
#include "app/cli/text_output.h"
#include "core/explain/attention/agreement_grade.h"
#include "core/explain/scores/answer_sentences.h"
#include "core/explain/scores/evidence_conclusion.h"
#include "core/explain/scores/reading_sentences.h"
#include "core/explain/scores/removal_test.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope::cli {

namespace {

struct RemovalArguments : HistoryArguments {
    std::string item;
    bool blank = false;  ///< --blank: hide items in place instead of removing them
};

/// The attention of one head compared with the removal effects.
struct HeadRow {
    HeadId head;
    std::vector<float> weights;
    Agreement agreement;
    DeletionCurve curve;
    std::string sentence;  ///< states the agreement and what the deletion curve shows
};

std::vector<HeadRow> headRows(const RequestedHistory& requested, const Explanation& explanation,
                              const RemovalTest& test) {
    const auto title = [&](std::int32_t effect) {
        if (effect < 0) return std::string();
        return titleOf(test.effects[static_cast<std::size_t>(effect)], requested.history,
                       [&](Token token) { return requested.titleOf(token); });
    };
    std::vector<HeadRow> rows;
    for (std::int32_t layer = 0; layer < explanation.attention.layers; ++layer) {
        for (std::int32_t head = 0; head < explanation.attention.heads; ++head) {
            HeadRow row{.head = {layer, head},
                        .weights = effectWeights(explanation, {layer, head}, test.effects),
                        .agreement = {},
                        .curve = {},
                        .sentence = {}};
            if (!test.effects.empty()) row.agreement = agreementOf(row.weights, test.effects);
            row.sentence = agreementSentence(row.agreement, row.head,
                                             {title(row.agreement.topAttention), title(row.agreement.topEffect)});
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

/// Adds to each head its deletion curve and a sentence about the curve.
void addCurves(CliContext& context, const InferenceSession& inference, const RequestedHistory& requested,
               const RemovalTest& test, std::vector<HeadRow>& heads) {
    if (heads.empty() || test.effects.size() < 2) return;
    std::vector<std::vector<float>> weights;
    for (const HeadRow& head : heads) weights.push_back(head.weights);
    const auto curves =
        deletionCurves(inference, requested.given(), test, weights, {}, context.progress(), context.stop());
    context.endStatus();
    for (std::size_t i = 0; i < heads.size(); ++i) {
        heads[i].curve = curves[i];
        heads[i].sentence += ' ' + curveSentence(curves[i], headName(heads[i].head));
    }
}

/// The values that the model itself assigns to the items of the history, such as weights or contributions to the score;
/// only for models that have such values.
struct Parts {
    ItemPartKind kind = ItemPartKind::Weight;
    std::vector<float> values;  ///< one per item that the model reads, oldest first
};

std::optional<Parts> partsOf(const Explanation& explanation, Token target) {
    if (!explanation.parts) return {};
    const std::span<const float> values = explanation.parts->of(target);
    return Parts{.kind = explanation.parts->kind, .values = {values.begin(), values.end()}};
}

Json jsonOf(const RequestedHistory& requested, const Explanation& explanation, const std::optional<Parts>& parts) {
    if (!parts) return nullptr;
    Json items = Json::array();
    for (std::size_t i = 0; i < parts->values.size(); ++i) {
        const auto position = explanation.firstPosition + static_cast<std::int32_t>(i);
        Json entry = {{"position", position + 1}};
        entry.update(requested.named(requested.history[static_cast<std::size_t>(position)]));
        entry[itemPartName(parts->kind)] = parts->values[i];
        items.push_back(std::move(entry));
    }
    return {{"kind", itemPartName(parts->kind)}, {"sentence", itemPartSentence(parts->kind)}, {"items", items}};
}

/// A sentence with the result of the test, or with the reason why nothing can be tested.
std::string sentenceOf(const InferenceSession& inference, const RequestedHistory& requested, const RemovalTest& test) {
    const std::string unread = historyNotReadSentence(inference.capabilities(), requested.run);
    if (!unread.empty()) return unread;
    if (test.effects.empty())
        return translated("The model reads only one item: without it there is nothing to predict from.");
    return removalSentence(test, requested.history, [&](Token token) { return requested.titleOf(token); });
}

Json jsonOf(const HeadRow& row) {
    const auto& spearman = row.agreement.spearman;
    return {{"layer", row.head.layer + 1},
            {"head", row.head.head + 1},
            {"attention", row.weights},
            {"rank_correlation", spearman ? Json(*spearman) : Json(nullptr)},
            {"same_top", row.agreement.hasSameTop},
            {"sign_disagreements", row.agreement.signDisagreements},
            {"grade", gradeName(gradeOf(row.agreement))},
            {"deletion",
             {{"attention_area", row.curve.attentionGain},
              {"removal_area", row.curve.effectGain},
              {"random_area_low", row.curve.randomGainLow},
              {"random_area_high", row.curve.randomGainHigh},
              {"conclusion", conclusionName(conclusionOf(marginsOf(row.curve)))}}},
            {"verdict", row.sentence}};
}

/// Positions, counted from 1: "3, 7, 12"; if there are more than four, only the newest one and how many there are.
std::string positionsText(const RemovalEffect& effect) {
    std::vector<std::string> words;
    for (const std::int32_t position : effect.positions()) words.push_back(std::to_string(position + 1));
    constexpr std::size_t kMaxListed = 4;
    if (words.size() > kMaxListed) return translated("{} ({} times)", words.back(), words.size());
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
}

void printRemovals(const RequestedHistory& requested, const Explanation& explanation, const RemovalTest& test,
                   const HeldOut& heldOut, const std::vector<HeadRow>& heads, const std::optional<Parts>& parts,
                   const std::string& sentence) {
    fmt::print(stdout, "{}\n\n",
               translated("{}, input: {}\n{} ({}): rank {}, probability {}", requested.run.name,
                          requested.description(), requested.titleOf(test.target), requested.idOf(test.target),
                          heldOut.rank, decimals(heldOut.probability, 4)));
    // If no removal was tested, there is no table.
    if (test.effects.empty()) {
        fmt::print(stdout, "{}\n", sentence);
        return;
    }
    Row titles = {translated("position"), translated("effect"), translated("rank")};
    std::vector<float> partSums;
    if (parts) {
        titles.emplace_back(itemPartName(parts->kind));
        partSums = summedByEffect(test.effects, parts->values, explanation.firstPosition);
    }
    for (const HeadRow& head : heads) titles.push_back(fmt::format("L{} H{}", head.head.layer + 1, head.head.head + 1));
    titles.insert(titles.end(), {translated("item"), translated("title")});
    std::vector<Row> rows;
    for (std::size_t i = 0; i < test.effects.size(); ++i) {
        const RemovalEffect& effect = test.effects[i];
        Row row = {positionsText(effect), decimals(effect.effect, 4), grouped(effect.rank)};
        if (parts) row.push_back(decimals(partSums[i], 4));
        for (const HeadRow& head : heads) row.push_back(decimals(head.weights[i], 3));
        const Token token = requested.history[static_cast<std::size_t>(effect.position)];
        row.insert(row.end(), {requested.idOf(token), requested.titleOf(token)});
        rows.push_back(std::move(row));
    }
    printTable(titles, rows);
    fmt::print(stdout, "\n{}\n",
               translated("Effect: how much the log-probability of the recommended item falls when the item of this "
                          "row is {}; rank: the recommended item's rank after that.",
                          test.kind == RemovalKind::Deleted ? translated("removed") : translated("hidden in place")));
    const bool hasRepeats = std::any_of(test.effects.begin(), test.effects.end(),
                                        [](const RemovalEffect& effect) { return !effect.earlier.empty(); });
    if (hasRepeats)
        fmt::print(
            stdout, "{}\n",
            translated(
                "All occurrences of an item are removed together; --one-by-one removes one position at a time."));
    if (parts) fmt::print(stdout, "{}\n", itemPartSentence(parts->kind));
    fmt::print(stdout, "{}\n", sentence);
    if (heads.empty()) return;
    fmt::print(stdout, "\n");
    for (const HeadRow& head : heads) fmt::print(stdout, "{}\n", head.sentence);
    fmt::print(stdout, "\n{}\n", gradeBounds());
}

void explain(CliContext& context, const RemovalArguments& arguments) {
    const RequestedHistory requested = requestedHistory(context, arguments);
    const InferenceSession inference = refittedInferenceFor(context, requested);
    const Explanation explanation =
        arguments.item.empty()
            ? inference.explainBest(requested.given())
            : inference.explain(requested.given(), /*topK=*/0, tokenOf(context, requested, arguments.item));
    if (!explanation.heldOut)
        throw Error(ErrorKind::Input, translated("There is no item left to recommend."),
                    translated("Name one with --item."));
    const Token target = explanation.heldOut->token;
    const RemovalTest test = removalTest(
        inference, requested.given(), target,
        {arguments.blank ? RemovalKind::Hidden : RemovalKind::Deleted, arguments.equalItems()}, context.stop());
    std::vector<HeadRow> heads = headRows(requested, explanation, test);
    addCurves(context, inference, requested, test, heads);
    const std::string sentence = sentenceOf(inference, requested, test);
    const std::optional<Parts> parts = partsOf(explanation, target);
    if (!context.json) {
        printRemovals(requested, explanation, test, *explanation.heldOut, heads, parts, sentence);
        return printUserVector(requested, inference);
    }

    Json effects = Json::array(), headList = Json::array();
    for (const RemovalEffect& effect : test.effects) {
        Json entry = {{"position", effect.position + 1}};
        entry.update(requested.named(requested.history[static_cast<std::size_t>(effect.position)]));
        entry["effect"] = effect.effect;
        entry["rank"] = effect.rank;
        entry["positions"] = Json::array();
        for (const std::int32_t position : effect.positions()) entry["positions"].push_back(position + 1);
        effects.push_back(std::move(entry));
    }
    for (const HeadRow& head : heads) headList.push_back(jsonOf(head));
    context.print({{"run", requested.run.name},
                   {"user", requested.userOrNull()},
                   {"input", requested.inputOrNull()},
                   {"history", requested.idsOf(requested.history)},
                   {"item", requested.idOf(target)},
                   {"title", requested.titleOf(target)},
                   {"rank", explanation.heldOut->rank},
                   {"probability", explanation.heldOut->probability},
                   {"log_probability", test.logProbability},
                   {"kind", arguments.blank ? "blanked" : "removed"},
                   {"equal_items", arguments.oneByOne ? "one by one" : "together"},
                   {"sentence", sentence},
                   {"score", explanation.heldOut->score},
                   {"user_vector", userVectorJson(requested, inference)},
                   {"effects", effects},
                   {"item_parts", jsonOf(requested, explanation, parts)},
                   {"heads", headList}});
}

}  // namespace

void addRemovalCommand(CLI::App& app, CliContext& context) {
    CLI::App* command = app.add_subcommand(
        "explain", translated("Show what a recommendation is based on, by removing each item of the history in turn"));
    const auto arguments = std::make_shared<RemovalArguments>();
    arguments->addTo(*command);
    arguments->addRefitTo(*command);
    arguments->addOneByOneTo(*command);
    command->add_option("--item", arguments->item,
                        translated("Id of the recommended item (default: the first recommendation)"));
    command->add_flag(
        "--blank", arguments->blank,
        translated(
            "Hide the item in place instead of removing it ([MASK], or a position that no other may attend to)"));
    command->callback([&context, arguments] { explain(context, *arguments); });
}

}  // namespace recscope::cli
