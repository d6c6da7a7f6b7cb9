// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/cli_context.h"
#include "core/explain/scores/inference_session.h"
#include "core/sequence/history_input.h"

namespace CLI {
class App;
class Option_group;
}  // namespace CLI

namespace recscope::cli {

/// The options that `recommend`, `attention`, `explain` and `what-if` share: a run and the history it reads.
struct HistoryArguments {
    std::string run, user;
    std::vector<std::string> history;
    std::string input{historyInputName(kDefaultHistoryInput)};  ///< --input: which part of a user's history is read
    bool refits = false;                                        ///< refit the user's vector on the history
    bool oneByOne = false;                                      ///< remove equal items of a history one by one

    /// Returns the option group of which exactly one must be given: --user, --history, or an option that a command
    /// adds.
    CLI::Option_group* addTo(CLI::App& command);
    /// Adds --one-by-one, for commands that remove items; without it, equal items are removed together.
    void addOneByOneTo(CLI::App& command);
    EqualItems equalItems() const { return oneByOne ? EqualItems::OneByOne : EqualItems::Together; }
    /// Adds --refit, for commands that can replace the user's trained vector.
    void addRefitTo(CLI::App& command);
};

/// The requested history, with the ids and titles of its items.
struct RequestedHistory {
    RunRecord run;
    std::vector<ItemInfo> items;            ///< in token order
    std::vector<Token> history;             ///< the items that the model reads
    std::optional<HistoryInput> input;      ///< which part of the user's history; nullopt for --history
    std::optional<Token> truth;             ///< a user's held-out item
    std::string user;                       ///< the dataset's user id, or empty
    std::optional<std::int32_t> userIndex;  ///< of `user` in the dataset

    std::string idOf(Token token) const;     ///< "[MASK]" for a token that is not an item
    std::string titleOf(Token token) const;  ///< the same
    std::string whose() const;               ///< "user u1, the 11 items before the test item"
    Json idsOf(std::span<const Token> tokens) const;
    Json userOrNull() const;
    Json inputOrNull() const;  ///< "test", "valid" or "all"; null for --history
    /// Item id and title of a token, to be extended by the caller.
    Json named(Token token) const;
    bool refits = false;
};

/// Adds --input, which is the same in every command that reads users' histories. `value` must outlive the parser.
void addInputOption(CLI::App& command, std::string& value);

/// Throws Error(Input) for unknown names and ids.
RequestedHistory requestedHistory(CliContext& context, const HistoryArguments& arguments);

/// An inference session with the run's weights, for the user of the history. Without a user, prints to stderr what a
/// model that has user vectors does instead. Throws like `InferenceSession::load`.
InferenceSession inferenceFor(CliContext& context, const RequestedHistory& requested);
/// The same with the user's vector refitted on the history, if requested. Throws like `InferenceSession::refitted`.
InferenceSession refittedInferenceFor(CliContext& context, const RequestedHistory& requested);

/// {"kind": "refitted", "sentence": …}, or null for a model without user vectors.
Json userVectorJson(const RequestedHistory& requested, const InferenceSession& inference);
/// Prints that sentence to stdout if a refit was requested.
void printUserVector(const RequestedHistory& requested, const InferenceSession& inference);

/// The token of an item id. Throws Error(Input).
Token tokenOf(CliContext& context, const RequestedHistory& requested, const std::string& itemId);

}  // namespace recscope::cli
