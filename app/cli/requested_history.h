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

/// The options that `recommend`, `attention`, `explain`, `head-steps` and `what-if` share: a run, and the history that
/// its model gets as input.
struct HistoryArguments {
    std::string run, user;
    std::vector<std::string> history;
    std::string input{historyInputName(kDefaultHistoryInput)};  ///< --input: which part of a user's history is read
    /// --dataset: the version of the run's dataset whose history is read; empty = chosen by `prefersNewest`.
    std::string dataset;
    /// true: the newest version that has the user. false: the version that the run was trained on, or the newest one if
    /// only the newest has the user.
    bool prefersNewest = false;
    bool refits = false;    ///< --refit: refit the user's vector on the history
    bool oneByOne = false;  ///< --one-by-one: remove repeated occurrences of an item one at a time, not together

    /// Adds the options and returns an option group. The command line must contain exactly one option of the
    /// group: --user, --history, or an option that the command adds to it.
    CLI::Option_group* addTo(CLI::App& command);
    /// Adds --one-by-one, for commands that remove items; without it, all occurrences of an item are removed together.
    void addOneByOneTo(CLI::App& command);
    /// How repeated occurrences of an item are removed.
    RepeatedItems equalItems() const { return oneByOne ? RepeatedItems::OneByOne : RepeatedItems::Together; }
    /// Adds --refit, for commands that can replace the user's trained vector.
    void addRefitTo(CLI::App& command);
};

/// The requested history, with the ids and titles of its items.
struct RequestedHistory {
    RunRecord run;
    std::vector<ItemInfo> items;        ///< all items of the dataset, in token order
    std::vector<Token> history;         ///< the items that the model gets as input
    std::vector<std::int64_t> times;    ///< Unix seconds, parallel to `history`; empty if there are none
    std::optional<std::int64_t> time;   ///< Unix seconds of the held-out interaction, if any
    std::optional<HistoryInput> input;  ///< the part of the user's history that was requested; nullopt for --history
    std::optional<Token> truth;         ///< the user's held-out item, if any
    std::string user;                   ///< the user's id in the dataset; empty for --history
    /// Index of `user` in the run's dataset; nothing if that dataset lacks the user.
    std::optional<std::int32_t> userIndex;
    DatasetInfo dataset;  ///< the dataset that the history is from: the run's dataset or a later version of it
    /// Number of items of the user's history that the run's dataset lacks; they are not in `history`.
    std::int64_t leftOut = 0;

    History given() const { return {history, times}; }  ///< `history` with its times
    std::string idOf(Token token) const;                ///< "[MASK]" for a token that is not an item
    std::string titleOf(Token token) const;             ///< title of the item; "[MASK]" for a token that is not an item
    /// Describes the history, for example "user u1, the 11 items before the test item".
    std::string description() const;
    Json idsOf(std::span<const Token> tokens) const;
    Json userOrNull() const;
    /// Which later version the history is from, and how many of its items are left out; empty for the run's dataset.
    std::string versionSentence() const;
    Json inputOrNull() const;  ///< "test", "valid" or "all"; null for --history
    /// Item id and title of a token as a JSON object, which the caller may extend.
    Json named(Token token) const;
    bool refits = false;  ///< --refit was given
};

/// Adds --input, for every command that reads users' histories. `value` must outlive the parser.
void addInputOption(CLI::App& command, std::string& value);

/// Looks up the run, the user and the items. If the history is from a later version, prints a note to stderr. Throws
/// Error(Input) for unknown names and ids, and if no item of the history is in the run's dataset.
RequestedHistory requestedHistory(CliContext& context, const HistoryArguments& arguments);

/// An inference session with the run's weights, for the user of the history. If there is no user and the model has user
/// vectors, prints to stderr what the model uses instead. Throws for the same reasons as `InferenceSession::load`.
InferenceSession inferenceFor(CliContext& context, const RequestedHistory& requested);
/// Like `inferenceFor`, but refits the user's vector on the history if that was requested. Also throws for the same
/// reasons as `InferenceSession::refitted`.
InferenceSession refittedInferenceFor(CliContext& context, const RequestedHistory& requested);

/// Describes the user vector in use: {"kind": "refitted", "sentence": …}; null for a model without user vectors.
Json userVectorJson(const RequestedHistory& requested, const InferenceSession& inference);
/// Prints the sentence about the user vector to stdout if a refit was requested.
void printUserVector(const RequestedHistory& requested, const InferenceSession& inference);

/// The token of the item with this id. Throws Error(Input) if the id is unknown.
Token tokenOf(CliContext& context, const RequestedHistory& requested, const std::string& itemId);

}  // namespace recscope::cli
