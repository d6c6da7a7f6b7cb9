// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/requested_history.h"
#include "app/cli/text_output.h"
#include "core/store/dataset_store.h"
#include "core/store/timeline_store.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope::cli {

namespace {

struct TimelineArguments {
    std::string dataset, run, user;
    std::vector<std::string> pin, unpin;
    std::int64_t epoch = 0;  ///< 0 = all epochs
    bool list = false;
};

/// Pins and unpins users as requested, then prints the pinned users.
void changePins(CliContext& context, const TimelineArguments& arguments) {
    Workspace& workspace = context.workspace();
    const DatasetStore datasets(workspace);
    const DatasetInfo dataset = datasets.byName(arguments.dataset);
    TimelineStore timelines(workspace);
    // Looks up all ids first, so that an unknown id changes nothing.
    std::vector<std::int32_t> toPin, toUnpin;
    for (const std::string& id : arguments.pin) toPin.push_back(datasets.userById(dataset.id, id).user);
    for (const std::string& id : arguments.unpin) toUnpin.push_back(datasets.userById(dataset.id, id).user);
    for (const std::int32_t user : toUnpin) timelines.unpin(dataset.id, user);
    for (const std::int32_t user : toPin) timelines.pin(dataset.id, user);

    Json ids = Json::array();
    std::string names;
    for (const std::int32_t user : timelines.pinned(dataset.id)) {
        const std::string id = datasets.user(dataset.id, user).id;
        ids.push_back(id);
        names += (names.empty() ? "" : ", ") + id;
    }
    if (context.json)
        return context.print({{"dataset", dataset.name}, {"pinned", ids}, {"most", TimelineStore::kMaxPinned}});
    if (names.empty()) {
        fmt::print(stdout, "{}\n", translated("{}: no user is pinned, so trainings record no timeline.", dataset.name));
    } else {
        fmt::print(stdout, "{}\n",
                   translated("{}: pinned users: {}. From now on every epoch of a training records what the run "
                              "recommends to these users.",
                              dataset.name, names));
    }
}

/// Prints the users recorded in a run's timeline, and for how many epochs each was recorded.
void printUsers(CliContext& context, const RunRecord& run) {
    Workspace& workspace = context.workspace();
    const TimelineStore timelines(workspace);
    const DatasetStore datasets(workspace);
    Json list = Json::array();
    std::vector<Row> rows;
    for (const std::int32_t user : timelines.users(run.id)) {
        const std::string id = datasets.user(run.dataset, user).id;
        const std::vector<std::int64_t> epochs = timelines.epochs(run.id, user);
        list.push_back({{"user", id}, {"epochs", epochs}});
        rows.push_back(
            {id, grouped(static_cast<std::int64_t>(epochs.size())), grouped(epochs.front()), grouped(epochs.back())});
    }
    if (context.json) return context.print({{"run", run.name}, {"users", list}});
    if (rows.empty()) {
        fmt::print(
            stdout, "{}\n",
            translated("{} has no timeline: no user was pinned while it trained (timeline --dataset … --pin USER).",
                       run.name));
        return;
    }
    printTable({translated("user"), translated("epochs recorded"), translated("first"), translated("last")}, rows);
}

/// Whether the run kept the weights of this epoch as its best weights, which `recommend` and `explain` use.
bool isKept(const EpochSnapshot& snapshot, const RequestedHistory& requested) {
    return snapshot.epoch == requested.run.bestEpoch;
}

Json jsonOf(const EpochSnapshot& snapshot, const RequestedHistory& requested) {
    Json top = Json::array();
    for (const SnapshotItem& item : snapshot.top) {
        Json entry = requested.named(item.token);
        entry.update({{"score", item.score}, {"probability", item.probability}, {"rank", top.size() + 1}});
        top.push_back(std::move(entry));
    }
    return {{"epoch", snapshot.epoch},
            {"kept", isKept(snapshot, requested)},
            {"target_rank", snapshot.heldOut ? Json(snapshot.heldOut->rank) : Json(nullptr)},
            {"recommendations", top}};
}

void printSnapshot(const EpochSnapshot& snapshot, const RequestedHistory& requested) {
    fmt::print(
        stdout, "\n{}\n",
        translated(
            "After epoch {}{}{}", snapshot.epoch,
            isKept(snapshot, requested) ? translated(" (best epoch: `recommend` uses its weights)") : std::string(),
            snapshot.heldOut ? translated(": {} (held-out) has rank {}", requested.titleOf(snapshot.heldOut->token),
                                          grouped(snapshot.heldOut->rank))
                             : ""));
    std::vector<Row> rows;
    for (const SnapshotItem& item : snapshot.top) {
        const bool isTruth = snapshot.heldOut && snapshot.heldOut->token == item.token;
        rows.push_back({std::to_string(rows.size() + 1), decimals(item.probability, 4), decimals(item.score, 3),
                        requested.idOf(item.token), requested.titleOf(item.token),
                        isTruth ? translated("<- held-out item") : std::string()});
    }
    printTable({translated("rank"), translated("probability"), translated("score"), translated("item"),
                translated("title"), ""},
               rows);
}

/// Prints the snapshots of a user in a run's timeline: the lists that were recorded for the user, one after each epoch.
void printSnapshots(CliContext& context, const TimelineArguments& arguments) {
    HistoryArguments historyArguments;
    historyArguments.run = arguments.run;
    historyArguments.user = arguments.user;
    const RequestedHistory requested = requestedHistory(context, historyArguments);
    Workspace& workspace = context.workspace();
    const TimelineStore timelines(workspace);
    const std::int32_t user = DatasetStore(workspace).userById(requested.run.dataset, arguments.user).user;
    const std::vector<std::int64_t> recordedEpochs = timelines.epochs(requested.run.id, user);
    if (recordedEpochs.empty())
        throw Error(ErrorKind::Input, translated("{} has no timeline of user {}.", requested.run.name, requested.user),
                    translated("Pin users before a training starts or resumes: timeline --dataset … --pin USER."));
    std::vector<EpochSnapshot> snapshots;
    for (const std::int64_t epoch : recordedEpochs) {
        if (arguments.epoch != 0 && arguments.epoch != epoch) continue;
        if (auto snapshot = timelines.snapshot(requested.run.id, user, epoch))
            snapshots.push_back(std::move(*snapshot));
    }
    if (snapshots.empty())
        throw Error(ErrorKind::Input,
                    translated("{}: the timeline of user {} does not contain epoch {}.", requested.run.name,
                               requested.user, arguments.epoch),
                    translated("It contains {} epochs, from epoch {} to {}.", recordedEpochs.size(),
                               recordedEpochs.front(), recordedEpochs.back()));
    if (context.json) {
        Json list = Json::array();
        for (const EpochSnapshot& snapshot : snapshots) list.push_back(jsonOf(snapshot, requested));
        return context.print({{"run", requested.run.name},
                              {"user", requested.user},
                              {"input", requested.inputOrNull()},
                              {"target", requested.truth ? Json(requested.idOf(*requested.truth)) : Json(nullptr)},
                              {"kept_epoch", requested.run.bestEpoch},
                              {"frames", list}});
    }
    fmt::print(stdout, "{}\n",
               translated("{}, {}: the top ten after each epoch", requested.run.name, requested.description()));
    for (const EpochSnapshot& snapshot : snapshots) printSnapshot(snapshot, requested);
}

void timeline(CliContext& context, const TimelineArguments& arguments) {
    if (!arguments.dataset.empty()) return changePins(context, arguments);
    context.openToRead();
    if (arguments.user.empty()) return printUsers(context, RunStore(context.workspace()).byName(arguments.run));
    printSnapshots(context, arguments);
}

}  // namespace

void addTimelineCommand(CLI::App& app, CliContext& context) {
    CLI::App* command =
        app.add_subcommand("timeline", translated("Pin users, and show what a run recommended to them after each "
                                                  "epoch, given everything before the test item"));
    const auto arguments = std::make_shared<TimelineArguments>();
    CLI::Option_group* about = command->add_option_group(
        "About", translated("The pinned users of a dataset, or the training timeline of a run"));
    CLI::Option* dataset =
        about->add_option("--dataset", arguments->dataset, translated("Dataset whose users are pinned"));
    CLI::Option* run = about->add_option("--run", arguments->run, translated("Run whose training timeline is shown"));
    about->require_option(1);
    command
        ->add_option("--pin", arguments->pin,
                     translated("Id of a user to pin, so that each epoch is recorded; up to {} users",
                                TimelineStore::kMaxPinned))
        ->needs(dataset);
    command->add_option("--unpin", arguments->unpin, translated("User to unpin; existing timelines are kept"))
        ->needs(dataset);
    command->add_flag("--list", arguments->list, translated("Only list the pinned users"))->needs(dataset);
    CLI::Option* user =
        command
            ->add_option("--user", arguments->user,
                         translated("User whose timeline is shown (default: list the users with a timeline)"))
            ->needs(run);
    command->add_option("--epoch", arguments->epoch, translated("Only this epoch (default: all that were recorded)"))
        ->needs(user)
        ->check(CLI::PositiveNumber);
    command->callback([&context, arguments] { timeline(context, *arguments); });
}

}  // namespace recscope::cli
