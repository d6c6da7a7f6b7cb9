// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/requested_history.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <utility>

#include "core/explain/scores/reading_sentences.h"
#include "core/store/dataset_store.h"
#include "core/store/dataset_versions.h"
#include "core/store/split_reader.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope::cli {

void addInputOption(CLI::App& command, std::string& value) {
    command
        .add_option(
            "--input", value,
            translated(
                "Part of a user's history to read: test = everything before the test item, as for the test score; "
                "valid = everything before the validation item; all = everything, including the test item"))
        ->type_name("test|valid|all")
        ->check(CLI::IsMember({"test", "valid", "all"}))
        ->capture_default_str();
}

CLI::Option_group* HistoryArguments::addTo(CLI::App& command) {
    command.add_option("--run", run, translated("Name of the run"))->required();
    CLI::Option_group* who = command.add_option_group("History", translated("The history that the model reads"));
    who->add_option("--user", user,
                    translated("A user's id in the dataset; --input selects the part of the history that is read"));
    command
        .add_option(
            "--dataset", dataset,
            translated("The version of the run's dataset whose history is read (default: {})",
                       prefersNewest ? translated("the newest version that has the user")
                                     : translated("the run's version, or the newest if only that one has the user")))
        ->type_name("NAME");
    who->add_option("--history", history, translated("Item ids, oldest first, separated by commas"))->delimiter(',');
    who->require_option(1);
    addInputOption(command, input);
    return who;
}

void HistoryArguments::addOneByOneTo(CLI::App& command) {
    command.add_flag("--one-by-one", oneByOne,
                     translated("If an item occurs several times in the history, remove it at one position at a time, "
                                "while it stays at the others (default: at all positions together)"));
}

void HistoryArguments::addRefitTo(CLI::App& command) {
    command.add_flag("--refit", refits,
                     translated("Refit the user's vector on the requested history and leave everything else unchanged "
                                "(models with user vectors)"));
}

std::string RequestedHistory::idOf(Token token) const {
    const bool isKnown = isItem(token, static_cast<std::int32_t>(items.size()));
    return isKnown ? items[static_cast<std::size_t>(token - kFirstItemToken)].id : "[MASK]";
}

std::string RequestedHistory::titleOf(Token token) const {
    const bool isKnown = isItem(token, static_cast<std::int32_t>(items.size()));
    return isKnown ? items[static_cast<std::size_t>(token - kFirstItemToken)].title : "[MASK]";
}

std::string RequestedHistory::description() const {
    const bool isOne = history.size() == 1;
    if (!input) return isOne ? translated("a history of 1 item") : translated("a history of {} items", history.size());
    switch (*input) {
        case HistoryInput::Test:
            return isOne ? translated("user {}, the 1 item before the test item", user)
                         : translated("user {}, the {} items before the test item", user, history.size());
        case HistoryInput::Valid:
            return isOne ? translated("user {}, the 1 item before the validation item", user)
                         : translated("user {}, the {} items before the validation item", user, history.size());
        case HistoryInput::All:
            return isOne ? translated("user {}, the whole history of 1 item, nothing held out", user)
                         : translated("user {}, the whole history of {} items, nothing held out", user, history.size());
    }
    return user;
}

Json RequestedHistory::idsOf(std::span<const Token> tokens) const {
    Json ids = Json::array();
    for (const Token token : tokens) ids.push_back(idOf(token));
    return ids;
}

std::string RequestedHistory::versionSentence() const {
    if (dataset.id == run.dataset) return {};
    std::string text = translated("The history comes from \"{}\", a later version of the dataset of the run \"{}\".",
                                  dataset.name, run.name);
    if (leftOut == 1) text += " " + translated("1 of its items is left out: the run does not know it.");
    if (leftOut > 1)
        text += " " + translated("{} of its items are left out: the run does not know them.", grouped(leftOut));
    return text;
}

Json RequestedHistory::userOrNull() const {
    return user.empty() ? Json(nullptr) : Json(user);
}

Json RequestedHistory::inputOrNull() const {
    return input ? Json(historyInputName(*input)) : Json(nullptr);
}

Json RequestedHistory::named(Token token) const {
    return {{"item", idOf(token)}, {"title", titleOf(token)}};
}

namespace {

/// The version of the run's dataset from which the user's history is read.
DatasetInfo requestedVersion(const DatasetStore& datasets, const RunRecord& run, const HistoryArguments& arguments) {
    std::vector<DatasetInfo> versions = {datasets.byId(run.dataset)};
    for (DatasetInfo& later : laterVersions(datasets, versions.front())) versions.push_back(std::move(later));
    if (!arguments.dataset.empty()) {
        const auto named = std::find_if(versions.begin(), versions.end(),
                                        [&](const DatasetInfo& version) { return version.name == arguments.dataset; });
        if (named != versions.end()) return *named;
        std::vector<std::string> names;
        for (const DatasetInfo& version : versions) names.push_back(fmt::format("\"{}\"", version.name));
        throw Error(ErrorKind::Input,
                    translated("\"{}\" is not a version of the dataset that \"{}\" was trained on.", arguments.dataset,
                               run.name),
                    translated("Available: {}.", listed(names)));
    }
    const auto has = [&](const DatasetInfo& version) { return hasUser(datasets, version, arguments.user); };
    if (!arguments.prefersNewest && has(versions.front())) return versions.front();
    const auto newest = std::find_if(versions.rbegin(), versions.rend(), has);
    return newest == versions.rend() ? versions.front() : *newest;
}

/// The interactions with items of the run's dataset; other interactions are left out.
std::vector<Interaction> mappedToRun(Workspace& workspace, RequestedHistory& requested,
                                     const std::vector<Interaction>& interactions) {
    const VersionMap map(workspace, requested.dataset.id, requested.run.dataset);
    requested.userIndex = map.user(*requested.userIndex);
    MappedInteractions mapped = map.interactions(interactions);
    if (mapped.kept.empty() && !interactions.empty())
        throw Error(ErrorKind::Input,
                    translated("The run \"{}\" knows none of the items that user {} has in \"{}\".", requested.run.name,
                               requested.user, requested.dataset.name),
                    translated("Train a run on \"{}\".", requested.dataset.name));
    requested.leftOut = mapped.leftOut;
    return std::move(mapped.kept);
}

}  // namespace

RequestedHistory requestedHistory(CliContext& context, const HistoryArguments& arguments) {
    context.openToRead();
    Workspace& workspace = context.workspace();
    const DatasetStore datasets(workspace);
    RequestedHistory requested;
    requested.run = RunStore(workspace).byName(arguments.run);
    requested.items = datasets.items(requested.run.dataset);
    requested.user = arguments.user;
    requested.refits = arguments.refits;
    requested.dataset = arguments.user.empty() ? datasets.byId(requested.run.dataset)
                                               : requestedVersion(datasets, requested.run, arguments);
    if (arguments.user.empty()) {
        requested.history = datasets.tokensOf(requested.run.dataset, arguments.history);
        return requested;
    }
    const UserInfo user = datasets.userById(requested.dataset.id, arguments.user);
    requested.userIndex = user.user;
    std::vector<Interaction> interactions = datasets.history(requested.dataset.id, user.user);
    if (requested.dataset.id != requested.run.dataset) {
        interactions = mappedToRun(workspace, requested, interactions);
        fmt::print(stderr, "{}\n", requested.versionSentence());
    }
    const OwnedHistory whole = historyOf(interactions);
    const ModelHistory given =
        modelHistory(whole, cutOf(requested.run.protocol.split, interactions), historyInputFromName(arguments.input));
    requested.history.assign(given.items.begin(), given.items.end());
    requested.times.assign(given.items.times().begin(), given.items.times().end());
    requested.time = given.targetTime;
    requested.truth = given.target;
    requested.input = given.input;
    return requested;
}

InferenceSession inferenceFor(CliContext& context, const RequestedHistory& requested) {
    const InferenceSession inference = InferenceSession::load(context.workspace(), requested.run.id)
                                           .forUser(requested.userIndex)
                                           .atTime(requested.time);
    const std::string sentence = unknownUserSentence(inference.capabilities(), requested.run);
    if (!requested.userIndex && !requested.refits && !sentence.empty()) fmt::print(stderr, "{}\n", sentence);
    return inference;
}

InferenceSession refittedInferenceFor(CliContext& context, const RequestedHistory& requested) {
    const InferenceSession inference = inferenceFor(context, requested);
    return requested.refits ? inference.refitted(context.workspace(), requested.given(), context.stop()) : inference;
}

Json userVectorJson(const RequestedHistory& requested, const InferenceSession& inference) {
    const UserVector vector = inference.userVector();
    if (vector == UserVector::NotRead) return nullptr;
    return {{"kind", userVectorName(vector)},
            {"sentence", userVectorSentence(inference.capabilities(), requested.run, vector)}};
}

void printUserVector(const RequestedHistory& requested, const InferenceSession& inference) {
    if (!requested.refits) return;
    fmt::print(stdout, "\n{}\n", userVectorSentence(inference.capabilities(), requested.run, inference.userVector()));
}

Token tokenOf(CliContext& context, const RequestedHistory& requested, const std::string& itemId) {
    return DatasetStore(context.workspace()).tokensOf(requested.run.dataset, std::vector<std::string>{itemId}).front();
}

}  // namespace recscope::cli
