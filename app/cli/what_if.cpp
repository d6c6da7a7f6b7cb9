// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/scores/what_if.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <map>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/requested_history.h"
#include "app/cli/text_output.h"
#include "core/explain/scores/answer_sentences.h"
#include "core/explain/scores/reading_sentences.h"
#include "core/store/scenario_store.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope::cli {

namespace {

struct WhatIfArguments : HistoryArguments {
    std::int32_t top = 10;
    std::string untilGone;
    std::string scenario, save;
    std::vector<std::pair<EditKind, std::string>> edits;  ///< in the order of the command line
};

/// Facts about the edits on the command line that the output must mention.
struct EditNotes {
    std::vector<std::string> unread;  ///< edits, as typed, that change no item of the model's input
    std::int32_t others = 0;  ///< number of further occurrences of the edited items that were also removed or hidden
};

/// A command line option that adds an edit.
struct EditOption {
    const char* name;
    EditKind kind;
    const char* help;
};
constexpr EditOption kEditOptions[] = {
    {"--insert", EditKind::Insert, translatable("POSITION:ITEM: inserts the item at this position")},
    {"--delete", EditKind::Delete,
     translatable("POSITION: deletes the item there and wherever else it occurs (--one-by-one: only there); later "
                  "items move up")},
    {"--replace", EditKind::Replace, translatable("POSITION:ITEM: replaces the item at POSITION with ITEM")},
    {"--repeat", EditKind::Repeat, translatable("POSITION: inserts a copy of the item at POSITION right after it")},
    {"--mask", EditKind::Mask,
     translatable("POSITION: keeps the position and hides its item, there and wherever else it occurs (--one-by-one: "
                  "only there)")},
    {"--move", EditKind::Move, translatable("FROM:TO: moves the item to the other position")}};

/// Converts a position, counted from 1 on the command line, to an index.
std::int32_t positionFrom(const std::string& text, const std::string& whole) {
    std::int32_t position = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), position);
    if (error != std::errc() || end != text.data() + text.size() || position < 1) {
        throw Error(
            ErrorKind::Usage, translated("\"{}\" does not begin with a position of the history.", whole),
            translated(
                "Positions count from 1, the oldest item; for example --delete 3, --insert 3:ITEM, --move 3:1."));
    }
    return position - 1;
}

HistoryEdit editFrom(CliContext& context, const RequestedHistory& requested, EditKind kind, const std::string& text,
                     RepeatedItems repeatedItems) {
    HistoryEdit edit{.kind = kind, .repeatedItems = repeatedItems};
    const std::size_t colon = text.find(':');
    const bool hasSecond = kind == EditKind::Insert || kind == EditKind::Replace || kind == EditKind::Move;
    if (hasSecond != (colon != std::string::npos)) {
        throw Error(ErrorKind::Usage, translated("\"{}\" is not an edit of this kind.", text),
                    translated("See recscope-cli what-if --help for what each edit takes."));
    }
    edit.position = positionFrom(text.substr(0, colon), text);
    if (!hasSecond) return edit;
    const std::string second = text.substr(colon + 1);
    if (kind == EditKind::Move) {
        edit.to = positionFrom(second, text);
    } else {
        edit.token = tokenOf(context, requested, second);
    }
    return edit;
}

/// Scenarios are stored per user, and a history given as a list of items has no user.
void requireUser(const RequestedHistory& requested) {
    if (!requested.user.empty()) return;
    throw Error(ErrorKind::Usage, translated("Scenarios belong to a user."),
                translated("Name the user with --user instead of --history."));
}

/// Applies a stored scenario to the requested history and returns the edited items. Prints a note to stderr if the
/// scenario was made from a different history.
std::vector<EditedItem> openedScenario(CliContext& context, const RequestedHistory& requested,
                                       const std::string& name) {
    requireUser(requested);
    const ScenarioStore store(context.workspace());
    const DatasetId dataset = requested.run.dataset;
    const Scenario scenario = store.open(dataset, store.byName(dataset, requested.user, name).id);
    if (scenario.original != requested.history) {
        fmt::print(stderr, "{}\n",
                   translated("\"{}\" was made from another history: {} items then, {} now.", name,
                              scenario.original.size(), requested.history.size()));
    }
    return withCheckedOrigins(scenario, requested.history);
}

Json listJson(const RequestedHistory& requested, const WhatIfAnswer& answer) {
    Json list = Json::array();
    for (const Recommendation& recommendation : answer.recommendations) {
        Json json = requested.named(recommendation.token);
        json.update({{"score", recommendation.score},
                     {"probability", recommendation.probability},
                     {"rank", recommendation.rank}});
        list.push_back(std::move(json));
    }
    return list;
}

const char* optionOf(EditKind kind) {
    for (const EditOption& option : kEditOptions)
        if (option.kind == kind) return option.name;
    return "";
}

/// Applies the edits one after the other and returns notes on them.
EditNotes applyEdits(CliContext& context, const RequestedHistory& requested, const Capabilities& capabilities,
                     const WhatIfArguments& arguments, std::vector<EditedItem>& items) {
    EditNotes notes;
    for (const auto& [kind, text] : arguments.edits) {
        const std::vector<Token> before = tokensOf(items);
        applyEdit(editFrom(context, requested, kind, text, arguments.equalItems()), items);
        const std::vector<Token> after = tokensOf(items);
        const auto shown = [](std::span<const Token> tokens) {
            return std::count_if(tokens.begin(), tokens.end(), [](Token token) { return token != kHiddenItem; });
        };
        if (kind == EditKind::Delete || kind == EditKind::Mask)
            notes.others += static_cast<std::int32_t>(std::max<std::ptrdiff_t>(shown(before) - shown(after) - 1, 0));
        if (capabilities.readsHistory && !requested.refits && before != after &&
            readsSameItems(capabilities, before, after))
            notes.unread.push_back(fmt::format("{} {}", optionOf(kind), text));
    }
    return notes;
}

/// A sentence that lists the edits that change no item of the model's input, and states which items the input contains;
/// empty if there are no such edits.
std::string unreadSentence(const RequestedHistory& requested, const Capabilities& capabilities, const EditNotes& notes,
                           std::size_t length) {
    if (notes.unread.empty()) return {};
    const auto read = static_cast<std::size_t>(capabilities.maxLength);
    return translated(
        "Edits without effect: {}. {} reads only the newest {} items, now positions {} to {}; an edit before these "
        "positions changes no score.",
        listed(notes.unread), requested.run.name, read, length > read ? length - read + 1 : 1, length);
}

std::string othersSentence(const EditNotes& notes) {
    if (notes.others == 0) return {};
    return notes.others == 1
               ? translated(
                     "1 other occurrence of the item was changed, too; --one-by-one changes only the given position.")
               : translated(
                     "{} other occurrences of the edited items were changed, too; --one-by-one changes only the given "
                     "position.",
                     notes.others);
}

void printAnswer(const RequestedHistory& requested, const std::vector<Token>& history,
                 const std::vector<RankMove>& moves) {
    std::string ids;
    for (const Token token : history) ids += (ids.empty() ? "" : ",") + requested.idOf(token);
    fmt::print(stdout, "{}\n\n",
               translated("{}, input: {}, edited to: {}", requested.run.name, requested.description(), ids));
    std::vector<Row> rows;
    for (const auto& [before, after] : moves) {
        const Token token = after.token;
        rows.push_back({grouped(after.rank), grouped(before.rank), decimals(after.probability, 4),
                        decimals(before.probability, 4), requested.idOf(token), requested.titleOf(token),
                        requested.truth == token ? translated("<- held-out item") : std::string()});
    }
    printTable({translated("rank"), translated("before"), translated("probability"), translated("before"),
                translated("item"), translated("title"), ""},
               rows);
}

void whatIf(CliContext& context, const WhatIfArguments& arguments) {
    if (!arguments.save.empty()) context.workspace();
    const RequestedHistory requested = requestedHistory(context, arguments);
    const InferenceSession inference = inferenceFor(context, requested);
    const std::string unread =
        requested.refits ? std::string() : historyNotReadSentence(inference.capabilities(), requested.run);
    std::vector<EditedItem> items = arguments.scenario.empty() ? uneditedItems(requested.history)
                                                               : openedScenario(context, requested, arguments.scenario);
    std::optional<SmallestChange> smallest;
    EditNotes notes;
    if (!arguments.untilGone.empty() && !unread.empty())
        throw Error(ErrorKind::Usage, unread, translated("Use a run of a model that reads the history."));
    if (arguments.untilGone.empty()) {
        notes = applyEdits(context, requested, inference.capabilities(), arguments, items);
    } else {
        const SmallestChangeOptions options{.topK = arguments.top,
                                            .kind = EditKind::Delete,
                                            .maxChanges = static_cast<std::int32_t>(requested.history.size()),
                                            .repeatedItems = arguments.equalItems()};
        smallest = smallestChange(inference, requested.given(), tokenOf(context, requested, arguments.untilGone),
                                  options, context.progress(), context.stop());
        context.endStatus();
        for (const HistoryEdit& edit : smallest->edits()) applyEdit(edit, items);
    }
    const OwnedHistory history = historyOf(items, requested.given());
    std::vector<Token> alsoRequested;
    if (requested.truth) alsoRequested.push_back(*requested.truth);
    const WhatIfQuestion question{.histories = {OwnedHistory(requested.given()), history},
                                  .topK = arguments.top,
                                  .requested = std::move(alsoRequested),
                                  .alsoSeen = {}};
    UserVector vector = inference.userVector();
    const ListChange change = [&] {
        if (!requested.refits) return listChange(inference, question);
        RefittedChange refitted = refittedListChange(inference, context.workspace(), question, context.stop());
        vector = refitted.after;
        return std::move(refitted.change);
    }();
    const std::string vectorSentence = userVectorSentence(inference.capabilities(), requested.run, vector);
    if (!arguments.save.empty()) {
        requireUser(requested);
        ScenarioStore(context.workspace())
            .save(requested.run.dataset, requested.user, arguments.save, requested.history, items);
    }
    const std::string sentence = smallest
                                     ? smallestChangeSentence(*smallest, requested.history, arguments.top,
                                                              [&](Token token) { return requested.titleOf(token); })
                                     : std::string();
    const std::string unreadEdits = unreadSentence(requested, inference.capabilities(), notes, history.size());
    if (!context.json) {
        printAnswer(requested, history.items, change.moves);
        if (!unreadEdits.empty()) fmt::print(stdout, "\n{}\n", unreadEdits);
        if (const std::string others = othersSentence(notes); !others.empty()) fmt::print(stdout, "\n{}\n", others);
        if (smallest) fmt::print(stdout, "\n{}\n", sentence);
        if (!unread.empty()) fmt::print(stdout, "\n{}\n", unread);
        if (!vectorSentence.empty()) fmt::print(stdout, "\n{}\n", vectorSentence);
        return;
    }
    Json changes = Json::array();
    for (const auto& [before, after] : change.moves) {
        Json entry = requested.named(after.token);
        entry.update({{"rank_before", before.rank},
                      {"rank", after.rank},
                      {"probability_before", before.probability},
                      {"probability", after.probability}});
        changes.push_back(std::move(entry));
    }
    Json json = {{"run", requested.run.name},
                 {"user", requested.userOrNull()},
                 {"input", requested.inputOrNull()},
                 {"history", requested.idsOf(requested.history)},
                 {"edited_history", requested.idsOf(history.items)},
                 {"target", requested.truth ? Json(requested.idOf(*requested.truth)) : Json(nullptr)},
                 {"before", listJson(requested, change.before)},
                 {"recommendations", listJson(requested, change.after)},
                 {"changes", changes}};
    if (!unread.empty()) json["note"] = unread;
    json["equal_items"] = arguments.oneByOne ? "one by one" : "together";
    json["unread_edits"] = notes.unread;
    if (!unreadEdits.empty()) json["unread_sentence"] = unreadEdits;
    json["user_vector"] =
        vectorSentence.empty() ? Json(nullptr) : Json({{"kind", userVectorName(vector)}, {"sentence", vectorSentence}});
    if (!arguments.scenario.empty()) json["scenario"] = arguments.scenario;
    if (!arguments.save.empty()) json["saved"] = arguments.save;
    if (smallest) {
        Json positions = Json::array();
        for (const std::int32_t position : smallest->positions) positions.push_back(position + 1);
        json["smallest_change"] = {{"item", arguments.untilGone},
                                   {"found", smallest->found},
                                   {"sentence", sentence},
                                   {"deleted", positions},
                                   {"rank_before", smallest->before.rank},
                                   {"rank", smallest->after.rank}};
    }
    context.print(json);
}

}  // namespace

void addWhatIfCommand(CLI::App& app, CliContext& context) {
    CLI::App* command =
        app.add_subcommand("what-if", translated("Show what a run would recommend for an edited history"));
    const auto arguments = std::make_shared<WhatIfArguments>();
    arguments->addTo(*command);
    arguments->addRefitTo(*command);
    arguments->addOneByOneTo(*command);
    command->add_option("--top", arguments->top, translated("Number of recommendations"))
        ->capture_default_str()
        ->check(CLI::PositiveNumber);
    CLI::Option_group* changes = command->add_option_group(
        "Edits", translated("Applied in the order given; positions count from 1, the oldest item"));
    for (const EditOption& option : kEditOptions)
        changes->add_option(option.name)->description(translated(option.help))->take_all()->allow_extra_args(false);
    CLI::Option* scenario = changes->add_option(
        "--scenario", arguments->scenario, translated("A saved scenario of the user; further edits start from it"));
    changes
        ->add_option("--until-gone", arguments->untilGone,
                     translated("Id of a recommended item: finds the fewest items to delete so that it is no longer "
                                "among the first --top"))
        ->excludes(scenario)
        ->excludes("--insert", "--delete", "--replace", "--repeat", "--mask", "--move");
    command->add_option("--save", arguments->save,
                        translated("Saves the edited history with the user under this name"));
    command->get_option("--refit")->excludes("--until-gone");
    changes->require_option(1, 0);
    command->callback([&context, arguments, changes] {
        std::map<const CLI::Option*, std::size_t> used;
        for (const CLI::Option* option : changes->parse_order()) {
            for (const EditOption& edit : kEditOptions) {
                if (option->check_name(edit.name))
                    arguments->edits.emplace_back(edit.kind, option->results().at(used[option]++));
            }
        }
        whatIf(context, *arguments);
    });
}

}  // namespace recscope::cli
