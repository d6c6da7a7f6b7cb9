// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>
#include <numeric>

#include "app/cli/cli_context.h"
#include "app/cli/commands.h"
#include "app/cli/text_output.h"
#include "core/sequence/split.h"
#include "core/store/dataset_store.h"
#include "core/util/text.h"

namespace recscope::cli {

namespace {

constexpr std::array<std::pair<const char*, double>, 7> kQuantiles = {
    {{"min", 0}, {"p10", 0.1}, {"p25", 0.25}, {"median", 0.5}, {"p75", 0.75}, {"p90", 0.9}, {"max", 1}}};

void printDatasets(CliContext& context) {
    Json list = Json::array();
    std::vector<Row> rows;
    for (const DatasetInfo& dataset : DatasetStore(context.workspace()).list()) {
        list.push_back(toJson(dataset));
        rows.push_back({dataset.name, grouped(dataset.users), grouped(dataset.items), grouped(dataset.interactions),
                        decimals(dataset.averageLength(), 1), percent(dataset.density(), 2), dataset.format,
                        dataset.source});
    }
    if (context.json) {
        context.print({{"datasets", list}});
    } else if (rows.empty()) {
        fmt::print(stdout, "No dataset yet. Import one: recscope-cli import PATH\n");
    } else {
        printTable({"dataset", "users", "items", "interactions", "avg. length", "density", "format", "source"}, rows);
    }
}

/// Values at the quantiles of a sorted list: the nearest rank.
Json quantiles(std::vector<std::int64_t> values) {
    Json json = Json::object();
    std::sort(values.begin(), values.end());
    for (const auto& [name, share] : kQuantiles) {
        const auto index = static_cast<std::size_t>(std::llround(share * static_cast<double>(values.size() - 1)));
        json[name] = values[index];
    }
    return json;
}

/// The share of interactions that fall on the most popular `share` of items (at least one item).
double shareOfMostPopular(std::vector<std::int64_t> counts, double share) {
    std::sort(counts.begin(), counts.end(), std::greater<>());
    const auto top = static_cast<std::ptrdiff_t>(std::ceil(share * static_cast<double>(counts.size())));
    const auto sum = [](auto first, auto last) { return static_cast<double>(std::accumulate(first, last, 0LL)); };
    return sum(counts.begin(), counts.begin() + top) / std::max(1.0, sum(counts.begin(), counts.end()));
}

Json statistics(CliContext& context, const DatasetInfo& dataset) {
    const DatasetStore store(context.workspace());
    const std::vector<std::int64_t> lengths = store.historyLengths(dataset.id);
    const std::vector<std::int64_t> counts = store.itemCounts(dataset.id);
    Json json = toJson(dataset);
    json["created_at"] = dataset.createdAt;
    json["has_times"] = dataset.hasTimes;
    json["tied_time_share"] = dataset.tiedTimeShare;
    json["repeat_share"] = dataset.repeatShare;
    json["users_train_only"] = std::count_if(lengths.begin(), lengths.end(), [](std::int64_t length) {
        return length < static_cast<std::int64_t>(kMinHeldOutHistory);
    });
    json["history_length"] = quantiles(lengths);
    json["item_interactions"] = quantiles(counts);
    json["top_1_percent_share"] = shareOfMostPopular(counts, 0.01);
    json["top_10_percent_share"] = shareOfMostPopular(counts, 0.1);
    json["facts"] = Json::parse(dataset.facts.empty() ? "{}" : dataset.facts);
    json["import_report"] = Json::parse(dataset.importReport.empty() ? "{}" : dataset.importReport);
    json["settings"] = Json::parse(dataset.settings.empty() ? "{}" : dataset.settings);
    return json;
}

/// Nested objects as "a.b: value" lines.
void printFacts(const Json& facts, const std::string& prefix) {
    for (const auto& [key, value] : facts.items()) {
        if (value.is_object()) {
            printFacts(value, prefix + key + ".");
        } else {
            fmt::print(stdout, "    {}{}: {}\n", prefix, key,
                       value.is_string() ? value.get<std::string>() : value.dump());
        }
    }
}

void printStatistics(const DatasetInfo& dataset, const Json& json) {
    fmt::print(stdout, "{}\n", dataset.name);
    printTable({"users", "items", "interactions", "avg. length", "density"},
               {{grouped(dataset.users), grouped(dataset.items), grouped(dataset.interactions),
                 decimals(dataset.averageLength(), 1), percent(dataset.density(), 2)}});
    fmt::print(stdout, "\n");
    Row titles = {"quantiles of"};
    for (const auto& [name, share] : kQuantiles) titles.emplace_back(name);
    std::vector<Row> rows = {{"history length"}, {"interactions per item"}};
    for (const auto& [name, value] : json["history_length"].items()) rows[0].push_back(grouped(value));
    for (const auto& [name, value] : json["item_interactions"].items()) rows[1].push_back(grouped(value));
    printTable(titles, rows);
    fmt::print(stdout, "\nPopularity: the top 1 % of items hold {} of the interactions, the top 10 % hold {}.\n",
               percent(json["top_1_percent_share"]), percent(json["top_10_percent_share"]));
    if (dataset.hasTimes) {
        fmt::print(stdout,
                   "Times: {} of the interactions have the time of the one before; their order is the file's.\n",
                   percent(dataset.tiedTimeShare));
    } else {
        fmt::print(stdout, "Times: none; the order is the file's.\n");
    }
    fmt::print(stdout, "Repeats: {} of the interactions are with an item the user already had.\n",
               percent(dataset.repeatShare));
    if (const auto users = json["users_train_only"].get<std::int64_t>(); users > 0) {
        fmt::print(stdout, "Short histories: {} users have fewer than {} interactions; they only train.\n",
                   grouped(users), kMinHeldOutHistory);
    }
    if (!json["facts"].empty()) {
        fmt::print(stdout, "What is known of this data:\n");
        printFacts(json["facts"], "");
    }
}

}  // namespace

void addDatasetCommands(CLI::App& app, CliContext& context) {
    app.add_subcommand("datasets", "List the datasets of the workspace")->callback([&context] {
        printDatasets(context);
    });

    CLI::App* command = app.add_subcommand("stats", "Describe a dataset: size, lengths, popularity, ties, repeats");
    const auto name = std::make_shared<std::string>();
    command->add_option("--dataset", *name, "Name of the dataset")->required();
    command->callback([&context, name] {
        const DatasetInfo dataset = DatasetStore(context.workspace()).byName(*name);
        const Json json = statistics(context, dataset);
        if (context.json) {
            context.print(json);
        } else {
            printStatistics(dataset, json);
        }
    });
}

}  // namespace recscope::cli
