// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>

#include "app/cli/cli_context.h"
#include "app/cli/commands.h"
#include "app/cli/text_output.h"
#include "core/data/dataset_analysis.h"
#include "core/data/import_report.h"
#include "core/data/item_relations.h"
#include "core/sequence/split.h"
#include "core/store/dataset_editor.h"
#include "core/store/dataset_store.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope::cli {

namespace {

constexpr std::size_t kTextRows = 10;  // rows printed per list of related items; --json prints up to a hundred

struct Options {
    std::string dataset, item;
};

Json statistics(CliContext& context, const DatasetInfo& dataset) {
    Json json = toJson(dataset);
    json["created_at"] = dataset.createdAt;
    json["notes"] = DatasetEditor(context.workspace()).notes(dataset.id);
    json["has_times"] = dataset.hasTimes;
    const DatasetOverview overview = overviewOf(context.workspace(), dataset.id, context.progress(), context.stop());
    json.update(Json::parse(overview.toJson()));
    json["sequentiality"] =
        Json::parse(sequentialityOf(context.workspace(), dataset.id, context.progress(), context.stop()).toJson());
    context.endStatus();
    json["facts"] = Json::parse(dataset.sampleFacts.empty() ? "{}" : dataset.sampleFacts);
    json["import_report"] = Json::parse(dataset.importReport.empty() ? "{}" : dataset.importReport);
    json["settings"] = Json::parse(dataset.settings.empty() ? "{}" : dataset.settings);
    return json;
}

/// Prints a nested object as lines "a.b: value".
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

Row quantileRow(const std::string& name, const Quantiles& q) {
    Row row = {name};
    for (const std::int64_t value : {q.min, q.p10, q.p25, q.median, q.p75, q.p90, q.max}) row.push_back(grouped(value));
    return row;
}

std::string dayText(std::int64_t time) {
    const std::chrono::year_month_day date =
        std::chrono::floor<std::chrono::days>(std::chrono::sys_seconds(std::chrono::seconds(time)));
    return fmt::format("{:04}-{:02}-{:02}", int(date.year()), unsigned(date.month()), unsigned(date.day()));
}

void printTimes(const DatasetInfo& dataset, const DatasetOverview& overview) {
    if (!overview.firstTime) {
        fmt::print(stdout, "{}\n", translated("Times: none; the order of the file is used."));
        return;
    }
    const std::string from = dayText(*overview.firstTime), to = dayText(*overview.lastTime),
                      tied = percent(dataset.tiedTimeShare);
    fmt::print(stdout, "{}\n",
               ImportReport::hasOnlyDates(dataset.importReport)
                   ? translated("Times: only dates, from {} to {}; {} of the interactions are on the same day as the "
                                "user's previous one and keep the order of the file.",
                                from, to, tied)
                   : translated("Times: from {} to {}; {} of the interactions have the same time as the user's "
                                "previous one and keep the order of the file.",
                                from, to, tied));
    std::vector<Row> rows;
    std::int64_t all = 0;
    for (const std::int64_t count : overview.gaps) all += count;
    for (std::size_t i = 0; i < overview.gaps.size(); ++i)
        rows.push_back({translated(gapName(i)), grouped(overview.gaps[i]),
                        percent(all > 0 ? static_cast<double>(overview.gaps[i]) / static_cast<double>(all) : 0)});
    fmt::print(stdout, "\n");
    printTable({translated("time to the user's next interaction"), translated("interactions"), translated("share")},
               rows);
    fmt::print(stdout, "\n");
}

std::string gainText(const MeanInterval& gain) {
    return fmt::format("{} ± {}", signedText(gain.mean, 4), decimals(gain.halfWidth, 4));
}

void printSequentiality(const Sequentiality& report) {
    const auto [first, second] = report.sentences();
    fmt::print(stdout, "\n{}\n", translated("Is this data sequential? {} {}", first, second));
    printTable(
        {"", translated("original order"), translated("shuffled")},
        {{translated("entropy of the next item (bits)"), decimals(report.bits, 3),
          fmt::format("{} ± {}", decimals(report.shuffledBits.mean, 3), decimals(report.shuffledBits.halfWidth, 3))},
         {translated("same item twice in a row"), percent(report.repeatShare, 2),
          percent(report.shuffledRepeatShare.mean, 2)}});
    printTable({"", translated("HR@10"), translated("NDCG@10")},
               {{translated("popularity"), decimals(report.popularity.hr10, 4), decimals(report.popularity.ndcg10, 4)},
                {translated("bigram"), decimals(report.bigram.hr10, 4), decimals(report.bigram.ndcg10, 4)},
                {translated("difference"), gainText(report.hr10Gain), gainText(report.ndcg10Gain)}});
    fmt::print(stdout, "{}\n\n",
               translated("{}; validation items of {} users", report.protocol.sentence(), grouped(report.users)));
}

void printStatistics(CliContext& context, const DatasetInfo& dataset, const Json& json) {
    const DatasetOverview overview = overviewOf(context.workspace(), dataset.id, {}, context.stop());
    fmt::print(stdout, "{}\n", dataset.name);
    printTable({translated("users"), translated("items"), translated("interactions"), translated("avg. length"),
                translated("density")},
               {{grouped(dataset.users), grouped(dataset.items), grouped(dataset.interactions),
                 decimals(dataset.averageLength(), 1), percent(dataset.density(), 2)}});
    fmt::print(stdout, "\n");
    printTable({translated("quantiles of"), translated("min"), "p10", "p25", translated("median"), "p75", "p90",
                translated("max")},
               {quantileRow(translated("history length"), overview.lengths),
                quantileRow(translated("interactions per item"), overview.itemCounts)});
    fmt::print(stdout, "\n{}\n",
               translated("Popularity: the top 1 % of items hold {} of the interactions, the top 10 % hold {}.",
                          percent(overview.top1PercentShare), percent(overview.top10PercentShare)));
    printTimes(dataset, overview);
    fmt::print(stdout, "{}\n",
               translated("Repeats: {} of the interactions repeat an item of the user's history.",
                          percent(overview.repeatShare)));
    if (overview.usersTrainOnly > 0) {
        fmt::print(
            stdout, "{}\n",
            translated("Short histories: {} users have fewer than {} interactions; they are used for training only.",
                       grouped(overview.usersTrainOnly), kMinHeldOutHistory));
    }
    printSequentiality(sequentialityOf(context.workspace(), dataset.id, {}, context.stop()));
    if (const std::string notes = json["notes"]; !notes.empty())
        fmt::print(stdout, "{}\n", translated("Notes: {}", notes));
    if (!json["facts"].empty()) {
        fmt::print(stdout, "{}\n", translated("Facts about how the sample was generated:"));
        printFacts(json["facts"], "");
    }
}

Json relatedToJson(const std::vector<RelatedItem>& related, const std::vector<ItemInfo>& items) {
    Json list = Json::array();
    for (const RelatedItem& relatedItem : related) {
        const ItemInfo& item = items[static_cast<std::size_t>(relatedItem.token - kFirstItemToken)];
        list.push_back(
            {{"item", item.id}, {"title", item.title}, {"count", relatedItem.count}, {"lift", relatedItem.lift}});
    }
    return list;
}

void printRelated(const std::string& title, const std::string& countTitle, const Json& list) {
    fmt::print(stdout, "\n{}\n", title);
    std::vector<Row> rows;
    for (const Json& entry : list) {
        if (rows.size() == kTextRows) break;
        rows.push_back({entry["item"], entry["title"], grouped(entry["count"]), decimals(entry["lift"], 2)});
    }
    if (rows.empty())
        fmt::print(stdout, "{}\n", translated("no item occurs often enough"));
    else
        printTable({translated("item"), translated("title"), countTitle, translated("lift")}, rows);
}

void describeItem(CliContext& context, const DatasetInfo& dataset, const std::string& id) {
    const DatasetStore store(context.workspace());
    const Token token = store.tokensOf(dataset.id, std::vector<std::string>{id}).front();
    const std::vector<ItemInfo> items = store.items(dataset.id);
    const ItemInfo& item = items[static_cast<std::size_t>(token - kFirstItemToken)];
    const ItemRelations relations =
        readHistoryIndex(context.workspace(), dataset, context.stop()).relationsOf(token, {}, context.stop());
    const Json json = {{"dataset", dataset.name},
                       {"item", item.id},
                       {"title", item.title},
                       {"genres", item.genres},
                       {"tags", item.tags},
                       {"interactions", relations.interactions},
                       {"users", relations.users},
                       {"as_first", relations.asFirst},
                       {"as_last", relations.asLast},
                       {"min_support", relations.minSupport},
                       {"steps", relations.areOrders ? "orders" : "interactions"},
                       {"after", relatedToJson(relations.after, items)},
                       {"before", relatedToJson(relations.before, items)},
                       {"together", relatedToJson(relations.together, items)}};
    if (context.json) {
        context.print(json);
        return;
    }
    fmt::print(stdout, "{}\n",
               translated("{} ({})\n{} interactions of {} users; first item of {} histories, last item of {}",
                          item.title, item.id, grouped(relations.interactions), grouped(relations.users),
                          grouped(relations.asFirst), grouped(relations.asLast)));
    fmt::print(stdout, "{}\n",
               translated("Lift: the pair's count divided by the count expected if the two items were independent. "
                          "Only pairs that occur at least {} times are listed.",
                          relations.minSupport));
    const bool hasOrders = relations.areOrders;
    printRelated(hasOrders ? translated("Items in the next order") : translated("Items directly after this item"),
                 translated("count"), json["after"]);
    printRelated(hasOrders ? translated("Items in the previous order") : translated("Items directly before this item"),
                 translated("count"), json["before"]);
    if (hasOrders)
        printRelated(translated("Items in the same orders"), translated("orders"), json["together"]);
    else
        printRelated(translated("Items in the same histories"), translated("users"), json["together"]);
}

}  // namespace

void addStatsCommand(CLI::App& app, CliContext& context) {
    CLI::App* command =
        app.add_subcommand("stats", translated("Describe a dataset (its size, history lengths, popularity and times, "
                                               "and whether its order matters) or one of its items"));
    const auto options = std::make_shared<Options>();
    command->add_option("--dataset", options->dataset, translated("Name of the dataset"))->required();
    command->add_option("--item", options->item,
                        translated("Id of an item in the dataset: lists the items that follow it, those that come "
                                   "before it, and those in the same histories"));
    command->callback([&context, options] {
        context.openToRead();
        const DatasetInfo dataset = DatasetStore(context.workspace()).byName(options->dataset);
        if (!options->item.empty()) {
            describeItem(context, dataset, options->item);
            return;
        }
        const Json json = statistics(context, dataset);
        if (context.json) {
            context.print(json);
        } else {
            printStatistics(context, dataset, json);
        }
    });
}

}  // namespace recscope::cli
