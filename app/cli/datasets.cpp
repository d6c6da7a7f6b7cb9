// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "app/cli/cli_context.h"
#include "app/cli/commands.h"
#include "app/cli/text_output.h"
#include "core/data/added_attributes.h"
#include "core/store/dataset_store.h"
#include "core/store/dataset_versions.h"
#include "core/store/user_attribute_store.h"
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

struct AttributeArguments {
    std::string dataset, users, items;
};

void addFile(CliContext& context, const std::string& dataset, AttributesOf of, const std::string& path, Json& json) {
    if (path.empty()) return;
    const DatasetInfo info = DatasetStore(context.workspace()).byName(dataset);
    const AddedAttributes added =
        addAttributes(context.workspace(), info.id, of, path, context.progress(), context.stop());
    context.endStatus();
    json.push_back({{"of", of == AttributesOf::Users ? "users" : "items"},
                    {"path", added.path},
                    {"attributes", added.names},
                    {"left_out", added.leftOut},
                    {"described", added.described},
                    {"all", added.all}});
    if (!context.json) fmt::print(stdout, "{}\n", added.sentence());
}

/// "3 values: Bronze, Gold, Silver" or "18 to 73".
std::string valuesText(const AttributeSummary& attribute) {
    constexpr std::size_t kShown = 8;
    if (attribute.kind == AttributeKind::Number)
        return translated("{} to {}", fmt::format("{}", attribute.smallest), fmt::format("{}", attribute.largest));
    return listed(attribute.labels, kShown);
}

void printAttributes(CliContext& context, const std::string& dataset) {
    context.openToRead();
    const DatasetInfo info = DatasetStore(context.workspace()).byName(dataset);
    Json list = Json::array();
    std::vector<Row> rows;
    const auto add = [&](const char* of, std::int64_t all, const std::vector<UserAttribute>& attributes) {
        for (const AttributeSummary& attribute : summariesOf(attributes)) {
            const bool isNumber = attribute.kind == AttributeKind::Number;
            Json entry = {{"of", of},
                          {"name", attribute.name},
                          {"kind", isNumber ? "number" : "category"},
                          {"known", attribute.known},
                          {"all", all}};
            if (isNumber) {
                entry["smallest"] = attribute.smallest;
                entry["largest"] = attribute.largest;
            } else {
                entry["values"] = attribute.labels;
            }
            list.push_back(std::move(entry));
            rows.push_back({translated(of), attribute.name, isNumber ? translated("number") : translated("category"),
                            grouped(attribute.known), valuesText(attribute)});
        }
    };
    add(translatable("users"), info.users, UserAttributeStore(context.workspace()).list(info.id));
    add(translatable("items"), info.items, ItemAttributeStore(context.workspace()).list(info.id));
    if (context.json) {
        context.print({{"dataset", info.name}, {"attributes", list}});
    } else if (rows.empty()) {
        fmt::print(
            stdout, "{}\n",
            translated("The dataset \"{}\" has no attributes. Add a file: --users FILE or --items FILE", info.name));
    } else {
        printTable({translated("users or items"), translated("attribute"), translated("kind"), translated("known"),
                    translated("values")},
                   rows);
    }
}

void runAttributes(CliContext& context, const AttributeArguments& arguments) {
    if (arguments.users.empty() && arguments.items.empty()) return printAttributes(context, arguments.dataset);
    Json added = Json::array();
    addFile(context, arguments.dataset, AttributesOf::Users, arguments.users, added);
    addFile(context, arguments.dataset, AttributesOf::Items, arguments.items, added);
    if (context.json) context.print({{"dataset", arguments.dataset}, {"added", added}});
}

}  // namespace

void addDatasetCommands(CLI::App& app, CliContext& context) {
    CLI::App* datasets = app.add_subcommand("datasets", translated("List the datasets of the workspace"));
    datasets->require_subcommand(0, 1);
    datasets->callback([&context, datasets] {
        if (datasets->get_subcommands().empty()) printDatasets(context);
    });
    CLI::App* attributes = datasets->add_subcommand(
        "attributes", translated("List the attributes of a dataset's users and items, or add attributes from a file"));
    const auto arguments = std::make_shared<AttributeArguments>();
    attributes->add_option("DATASET", arguments->dataset, translated("Name of the dataset"))->required();
    attributes
        ->add_option("--users", arguments->users,
                     translated("Add the columns of this file as attributes of the users, such as segment or age; one "
                                "column must hold their ids"))
        ->type_name("FILE");
    attributes
        ->add_option("--items", arguments->items,
                     translated("Add the columns of this file as attributes of the items, such as price or brand"))
        ->type_name("FILE");
    attributes->callback([&context, arguments] { runAttributes(context, *arguments); });
}

}  // namespace recscope::cli
