// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "app/cli/cli_context.h"
#include "app/cli/commands.h"
#include "app/cli/text_output.h"
#include "core/store/dataset_store.h"
#include "core/store/dataset_versions.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope::cli {

namespace {

void printDatasets(CliContext& context) {
    context.openToRead();
    Json list = Json::array();
    std::vector<Row> rows;
    const std::vector<DatasetInfo> datasets = withVersionsTogether(DatasetStore(context.workspace()).list());
    std::vector<std::string> remarks;
    std::string newest;
    for (const DatasetInfo& dataset : datasets) {
        if (dataset.isNewest())
            newest = dataset.name;
        else
            remarks.push_back(translated("\"{}\" is an earlier version of \"{}\".", dataset.name, newest));
        list.push_back(toJson(dataset));
        rows.push_back({dataset.name, grouped(dataset.users), grouped(dataset.items), grouped(dataset.interactions),
                        decimals(dataset.averageLength(), 1), percent(dataset.density(), 2), dataset.format,
                        translated(dataset.source)});
    }
    if (context.json) {
        context.print({{"datasets", list}});
    } else if (rows.empty()) {
        fmt::print(stdout, "{}\n", translated("No dataset yet. Import one: recscope-cli import PATH"));
    } else {
        printTable({translated("dataset"), translated("users"), translated("items"), translated("interactions"),
                    translated("avg. length"), translated("density"), translated("format"), translated("source")},
                   rows);
        if (!remarks.empty()) fmt::print(stdout, "\n{}\n", fmt::join(remarks, "\n"));
    }
}

}  // namespace

void addDatasetCommands(CLI::App& app, CliContext& context) {
    app.add_subcommand("datasets", translated("List the datasets of the workspace"))->callback([&context] {
        printDatasets(context);
    });
}

}  // namespace recscope::cli
