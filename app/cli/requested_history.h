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

/// A run, and whose history it reads: what `recommend`, `attention`, `explain` and `what-if` have in common.
struct HistoryArguments {
    std::string run, user;
    std::vector<std::string> history;
    std::string input{historyInputName(kDefaultHistoryInput)};  ///< --input: which part of a user's history is read
    bool refits = false;                                        ///< the user's vector is learned anew from the history
    bool oneByOne = false;                                      ///< equal items of a history are taken away one by one

    /// The group in which exactly one is given: --user, --history, or what a command adds.
    CLI::Option_group* addTo(CLI::App& command);
    /// --one-by-one, for commands that take items away; else equal ones go together.
    void addOneByOneTo(CLI::App& command);
    EqualItems equalItems() const { return oneByOne ? EqualItems::OneByOne : EqualItems::Together; }
    /// --refit, for commands that can do without the user's own vector.
    void addRefitTo(CLI::App& command);
};

/// That history, with the names of everything in it.
struct RequestedHistory {
    RunRecord run;
    std::vector<ItemInfo> items;            ///< in token order
    std::vector<Token> history;             ///< what is read
    std::optional<HistoryInput> input;      ///< which part of a user's history that is
    std::optional<Token> truth;             ///< a user's held-out item
    std::string user;                       ///< the dataset's id, or empty
    std::optional<std::int32_t> userIndex;  ///< of `user` in the dataset

    std::string idOf(Token token) const;     ///< "[MASK]" for what is no item
    std::string titleOf(Token token) const;  ///< the same
    std::string whose() const;               ///< "user u1, the 11 items before the test item"
    Json idsOf(std::span<const Token> tokens) const;
    Json userOrNull() const;
    Json inputOrNull() const;  ///< "test", "all"; null for a history of ids
    /// Item and title of a token, to be completed.
    Json named(Token token) const;
    bool refits = false;
};

/// --input, the same in each command that reads histories of users. `value` outlives the parser.
void addInputOption(CLI::App& command, std::string& value);

/// Throws Error(Input) for unknown names and ids.
RequestedHistory requestedHistory(CliContext& context, const HistoryArguments& arguments);

/// The run's weights, asked by the user whose history it is. Says on stderr what a model that reads the user does
/// without one. Throws as `InferenceSession::load`.
InferenceSession inferenceFor(CliContext& context, const RequestedHistory& requested);
/// The same with the user's vector refitted on the history, if that is wanted. Throws as `InferenceSession::refitted`.
InferenceSession refittedInferenceFor(CliContext& context, const RequestedHistory& requested);

/// {"kind": "refitted", "sentence"}, or null where no user is read.
Json userVectorJson(const RequestedHistory& requested, const InferenceSession& inference);
/// The sentence of it on stdout where a refit was wanted.
void printUserVector(const RequestedHistory& requested, const InferenceSession& inference);

/// The token of an item id. Throws Error(Input).
Token tokenOf(CliContext& context, const RequestedHistory& requested, const std::string& itemId);

}  // namespace recscope::cli
