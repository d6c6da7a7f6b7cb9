// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "app/cli/cli_context.h"
#include "app/cli/commands.h"
#include "app/cli/text_output.h"
#include "core/store/dataset_store.h"
#include "core/store/scenario_store.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope::cli {

namespace {

enum class Requested { List, Delete, Rename };

struct ScenarioArguments {
    std::string dataset, user, name, newName;
    Requested requested = Requested::List;
};

void printScenarios(CliContext& context, DatasetId dataset, const ScenarioArguments& arguments) {
    Json list = Json::array();
    std::vector<Row> rows;
    for (const ScenarioInfo& info : ScenarioStore(context.workspace()).list(dataset, arguments.user)) {
        list.push_back({{"user", info.user},
                        {"name", info.name},
                        {"items", info.items},
                        {"original_items", info.original},
                        {"made_at", info.madeAt}});
        rows.push_back({info.user, info.name, grouped(info.items), grouped(info.original), info.madeAt});
    }
    if (context.json) {
        context.print({{"dataset", arguments.dataset}, {"scenarios", list}});
    } else if (rows.empty()) {
        fmt::print(
            stdout, "{}\n",
            translated("No scenario yet. Make one: recscope-cli what-if --run RUN --user USER --delete 1 --save NAME"));
    } else {
        printTable({translated("user"), translated("scenario"), translated("items"), translated("items before"),
                    translated("created at")},
                   rows);
    }
}

void scenarios(CliContext& context, const ScenarioArguments& arguments) {
    if (arguments.requested == Requested::List) context.openToRead();
    const DatasetStore datasets(context.workspace());
    const DatasetId dataset = datasets.byName(arguments.dataset).id;
    if (!arguments.user.empty()) datasets.userById(dataset, arguments.user);  // throws if the user is unknown
    ScenarioStore store(context.workspace());
    if (arguments.requested != Requested::List) {
        const ScenarioId id = store.byName(dataset, arguments.user, arguments.name).id;
        if (arguments.requested == Requested::Delete) {
            store.remove(id);
        } else {
            store.rename(id, arguments.newName);
        }
    }
    printScenarios(context, dataset, arguments);
}

}  // namespace

void addScenarioCommand(CLI::App& app, CliContext& context) {
    CLI::App* command =
        app.add_subcommand("scenarios", translated("List, rename or delete the scenarios made by what-if --save"));
    const auto arguments = std::make_shared<ScenarioArguments>();
    command->add_option("--dataset", arguments->dataset, translated("Name of the dataset"))->required();
    CLI::Option* user = command->add_option("--user", arguments->user,
                                            translated("Only the scenarios of this user (the id in the dataset)"));
    CLI::Option* remove =
        command->add_option("--delete", arguments->name, translated("Name of the scenario of --user to delete"))
            ->needs(user);
    CLI::Option* rename =
        command->add_option("--rename", arguments->name, translated("Name of the scenario of --user to rename"));
    CLI::Option* to = command->add_option("--to", arguments->newName, translated("The new name"));
    rename->needs(user)->needs(to)->excludes(remove);
    to->needs(rename);
    command->callback([&context, arguments, remove, rename] {
        if (remove->count() > 0) arguments->requested = Requested::Delete;
        if (rename->count() > 0) arguments->requested = Requested::Rename;
        scenarios(context, *arguments);
    });
}

}  // namespace recscope::cli
