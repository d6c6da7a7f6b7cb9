// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/asked_history.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "core/explain/scores/reading_sentences.h"
#include "core/store/dataset_store.h"
#include "core/store/split_reader.h"
#include "core/util/translated.h"

namespace recscope::cli {

void HistoryArguments::addTo(CLI::App& command) {
    command.add_option("--run", run, translated("Name of the run"))->required();
    CLI::Option_group* who = command.add_option_group("History", translated("Whose history the model reads"));
    who->add_option("--user", user, translated("The dataset's id of a user: all but the last item is read"));
    who->add_option("--history", history, translated("Item ids, oldest first, with commas between"))->delimiter(',');
    who->require_option(1);
}

void HistoryArguments::addRefitTo(CLI::App& command) {
    command.add_flag(
        "--refit", refits,
        translated("Learn the user's vector anew from the history asked about, all else as it is (models that read "
                   "the user)"));
}

std::string AskedHistory::idOf(Token token) const {
    const bool known = isItem(token, static_cast<std::int32_t>(items.size()));
    return known ? items[static_cast<std::size_t>(token - kFirstItemToken)].id : "[MASK]";
}

std::string AskedHistory::titleOf(Token token) const {
    const bool known = isItem(token, static_cast<std::int32_t>(items.size()));
    return known ? items[static_cast<std::size_t>(token - kFirstItemToken)].title : "[MASK]";
}

std::string AskedHistory::whose() const {
    const bool isOne = history.size() == 1;
    if (user.empty())
        return isOne ? translated("a history of 1 item") : translated("a history of {} items", history.size());
    return isOne ? translated("user {}, a history of 1 item", user)
                 : translated("user {}, a history of {} items", user, history.size());
}

Json AskedHistory::idsOf(std::span<const Token> tokens) const {
    Json ids = Json::array();
    for (const Token token : tokens) ids.push_back(idOf(token));
    return ids;
}

Json AskedHistory::userOrNull() const {
    return user.empty() ? Json(nullptr) : Json(user);
}

Json AskedHistory::named(Token token) const {
    return {{"item", idOf(token)}, {"title", titleOf(token)}};
}

AskedHistory askedHistory(CliContext& context, const HistoryArguments& arguments) {
    Workspace& workspace = context.workspace();
    const DatasetStore datasets(workspace);
    AskedHistory asked;
    asked.run = RunStore(workspace).byName(arguments.run);
    asked.items = datasets.items(asked.run.dataset);
    asked.user = arguments.user;
    asked.refits = arguments.refits;
    if (arguments.user.empty()) {
        asked.history = datasets.tokensOf(asked.run.dataset, arguments.history);
        return asked;
    }
    const UserInfo user = datasets.userById(asked.run.dataset, arguments.user);
    asked.userIndex = user.user;
    const std::vector<Interaction> interactions = datasets.history(asked.run.dataset, user.user);
    for (const Interaction& interaction : interactions) asked.history.push_back(interaction.token);
    const std::int32_t testAt = cutOf(asked.run.protocol.split, interactions).testAt;
    if (testAt >= 0) {
        asked.truth = asked.history[static_cast<std::size_t>(testAt)];
        asked.history.resize(static_cast<std::size_t>(testAt));
    }
    return asked;
}

Explainer explainerFor(CliContext& context, const AskedHistory& asked) {
    const Explainer explainer = Explainer::load(context.workspace(), asked.run.id).forUser(asked.userIndex);
    const std::string sentence = unknownUserSentence(explainer.capabilities(), asked.run);
    if (!asked.userIndex && !asked.refits && !sentence.empty()) fmt::print(stderr, "{}\n", sentence);
    return explainer;
}

Explainer refittedExplainerFor(CliContext& context, const AskedHistory& asked) {
    const Explainer explainer = explainerFor(context, asked);
    return asked.refits ? explainer.refitted(context.workspace(), asked.history, context.stop()) : explainer;
}

Json userVectorJson(const AskedHistory& asked, const Explainer& explainer) {
    const UserVector vector = explainer.userVector();
    if (vector == UserVector::NotRead) return nullptr;
    return {{"kind", userVectorName(vector)},
            {"sentence", userVectorSentence(explainer.capabilities(), asked.run, vector)}};
}

void printUserVector(const AskedHistory& asked, const Explainer& explainer) {
    if (!asked.refits) return;
    fmt::print(stdout, "\n{}\n", userVectorSentence(explainer.capabilities(), asked.run, explainer.userVector()));
}

Token tokenOf(CliContext& context, const AskedHistory& asked, const std::string& itemId) {
    return DatasetStore(context.workspace()).tokensOf(asked.run.dataset, std::vector<std::string>{itemId}).front();
}

}  // namespace recscope::cli
