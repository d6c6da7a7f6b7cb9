// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/import_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr std::size_t kLinesKept = 5;

std::string linesText(const DroppedRows& dropped) {
    std::vector<std::string> lines;
    for (const std::int64_t line : dropped.firstLines) lines.push_back(std::to_string(line));
    const bool all = dropped.count <= static_cast<std::int64_t>(lines.size());
    const std::string text = all ? listed(lines) : fmt::format("{}, …", fmt::join(lines, ", "));
    return dropped.count == 1 ? translated("line {}", text) : translated("lines {}", text);
}

std::string counted(std::int64_t count, const char* one, const char* many) {
    return fmt::format("{} {}", grouped(count), translated(count == 1 ? one : many));
}

std::string usersText(const ImportReport& report) {
    if (report.usersPath.empty()) return {};
    if (!report.usersProblem.empty())
        return translated("The file with users was not used: {}. {}\n", report.usersPath, report.usersProblem);
    std::string text = report.userAttributes.empty()
                           ? translated("The users file contains no attributes of the users: {}.", report.usersPath)
                           : translated("The user attributes come from {}: {}, for {} of {}.", report.usersPath,
                                        listed(report.userAttributes), grouped(report.usersDescribed),
                                        counted(report.users, translatable("user"), translatable("users")));
    if (!report.userColumnsLeftOut.empty())
        text += translated(" Columns left out, because they do not divide the users into groups: {}.",
                           listed(report.userColumnsLeftOut));
    return text + '\n';
}

std::string titlesText(const ImportReport& report) {
    const std::int64_t with = report.items - report.itemsWithoutTitle;
    const std::string items = counted(report.items, translatable("item"), translatable("items"));
    const std::string have = with == 1 ? translated("has") : translated("have");
    if (!report.itemsPath.empty() && !report.titlesReading.starts_with(ImportReport::kNotUsed)) {
        return translated("Titles from {} ({}): {} of {} {} a title{}.\n", report.itemsPath, report.itemsEncoding,
                          grouped(with), items, have,
                          report.titlesReading.empty() ? "" : "; " + report.titlesReadingText());
    }
    if (!report.titlesColumn.empty()) {
        const std::string unused = report.itemsPath.empty() ? std::string()
                                                            : translated("Titles from {} were {}.\n", report.itemsPath,
                                                                         report.titlesReadingText());
        return unused + translated("Titles from the column \"{}\": {} of {} {} a title.\n", report.titlesColumn,
                                   grouped(with), items, have);
    }
    if (report.itemsPath.empty() && report.earlierRows > 0 && with > 0) {
        return translated("No file with titles: {} the title that the dataset had.\n",
                          counted(with, translatable("item keeps"), translatable("items keep")));
    }
    if (report.itemsPath.empty()) return translated("No file with titles: items are shown by their ids.\n");
    return translated("Titles from {} were {}: items are shown by their ids.\n", report.itemsPath,
                      report.titlesReadingText());
}

std::string itemsText(const ImportReport& report) {
    std::string text = titlesText(report);
    if (!report.categoryColumn.empty())
        text += translated("Categories from the column \"{}\".\n", report.categoryColumn);
    if (!report.itemAttributes.empty())
        text += translated("Attributes of the items: {}.\n", listed(report.itemAttributes));
    if (!report.itemColumnsLeftOut.empty())
        text += translated("Columns about the items left out, because they do not divide the items into groups: {}.\n",
                           listed(report.itemColumnsLeftOut));
    return text;
}

}  // namespace

void ImportReport::drop(std::string_view reason, std::int64_t line) {
    auto known = std::find_if(dropped.begin(), dropped.end(), [&](const auto& rows) { return rows.reason == reason; });
    if (known == dropped.end()) known = dropped.insert(known, {std::string(reason), 0, {}});
    ++known->count;
    std::vector<std::int64_t>& lines = known->firstLines;
    if (lines.size() == kLinesKept && line >= lines.back()) return;
    lines.insert(std::upper_bound(lines.begin(), lines.end(), line), line);
    if (lines.size() > kLinesKept) lines.pop_back();
}

std::string ImportReport::titlesReadingText() const {
    if (!titlesReading.starts_with(kNotUsed)) return titlesReading;
    return translated("not used: {}", titlesReading.substr(std::string_view(kNotUsed).size()));
}

std::int64_t ImportReport::droppedRows() const {
    std::int64_t count = 0;
    for (const DroppedRows& rows : dropped) count += rows.count;
    return count;
}

std::string ImportReport::maxDropped() const {
    const auto mostFrequent = std::max_element(dropped.begin(), dropped.end(),
                                               [](const auto& a, const auto& b) { return a.count < b.count; });
    return mostFrequent == dropped.end() ? std::string() : mostFrequent->reason;
}

std::string ImportReport::toJson() const {
    nlohmann::json droppedJson = nlohmann::json::array();
    for (const DroppedRows& rows : dropped) {
        droppedJson.push_back({{"reason", rows.reason}, {"count", rows.count}, {"first_lines", rows.firstLines}});
    }
    const nlohmann::json json = {{"path", path},
                                 {"items_path", itemsPath},
                                 {"format", format},
                                 {"why", why},
                                 {"reading", reading},
                                 {"encoding", encoding},
                                 {"items_encoding", itemsEncoding},
                                 {"rows_read", rowsRead},
                                 {"rows_kept", rowsKept},
                                 {"rows_damaged", rowsDamaged},
                                 {"dropped", droppedJson},
                                 {"users", users},
                                 {"items", items},
                                 {"users_left_out", usersLeftOut},
                                 {"items_left_out", itemsLeftOut},
                                 {"comment_lines", commentLines},
                                 {"warnings", warnings},
                                 {"encoding_errors", encodingErrors},
                                 {"duplicates", duplicates},
                                 {"users_under_three", usersWithFewerThanThree},
                                 {"tied_times", tiedTimes},
                                 {"users_last_two_tie", usersWithTiedLastTwo},
                                 {"only_dates", onlyDates},
                                 {"newest_first", newestFirst},
                                 {"earlier_rows", earlierRows},
                                 {"earlier_rows_left_out", earlierRowsLeftOut},
                                 {"earlier_files", earlierFiles},
                                 {"known_rows", knownRows},
                                 {"users_with_new_rows", usersWithNewRows},
                                 {"orders", orders},
                                 {"users_last_two_one_order", usersWithLastTwoInOneOrder},
                                 {"kinds", kinds},
                                 {"items_without_title", itemsWithoutTitle},
                                 {"titles_reading", titlesReading},
                                 {"titles_column", titlesColumn},
                                 {"category_column", categoryColumn},
                                 {"genres_column", genresColumn},
                                 {"item_attributes", itemAttributes},
                                 {"item_columns_left_out", itemColumnsLeftOut},
                                 {"tags_path", tagsPath},
                                 {"items_with_tags", itemsWithTags},
                                 {"users_path", usersPath},
                                 {"users_problem", usersProblem},
                                 {"user_attributes", userAttributes},
                                 {"user_columns_left_out", userColumnsLeftOut},
                                 {"users_described", usersDescribed},
                                 {"checksum", checksum},
                                 {"seconds", seconds}};
    // Paths may contain invalid UTF-8; such bytes are replaced rather than refused.
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

ImportReport ImportReport::fromJson(const std::string& text) {
    try {
        const auto json = nlohmann::json::parse(text);
        ImportReport report;
        report.path = json.value("path", "");
        report.itemsPath = json.value("items_path", "");
        report.format = json.value("format", "");
        report.why = json.value("why", "");
        report.reading = json.value("reading", std::vector<std::string>());
        report.encoding = json.value("encoding", "");
        report.itemsEncoding = json.value("items_encoding", "");
        report.rowsRead = json.value("rows_read", std::int64_t{0});
        report.rowsKept = json.value("rows_kept", std::int64_t{0});
        for (const auto& rows : json.value("dropped", nlohmann::json::array())) {
            report.dropped.push_back({rows.at("reason").get<std::string>(), rows.at("count").get<std::int64_t>(),
                                      rows.at("first_lines").get<std::vector<std::int64_t>>()});
        }
        report.users = json.value("users", std::int64_t{0});
        report.items = json.value("items", std::int64_t{0});
        report.usersLeftOut = json.value("users_left_out", std::int64_t{0});
        report.itemsLeftOut = json.value("items_left_out", std::int64_t{0});
        report.commentLines = json.value("comment_lines", std::int64_t{0});
        report.warnings = json.value("warnings", std::vector<std::string>());
        report.usersWithFewerThanThree = json.value("users_under_three", std::int64_t{0});
        report.rowsDamaged = json.value("rows_damaged", std::int64_t{0});
        report.encodingErrors = json.value("encoding_errors", std::int64_t{0});
        report.duplicates = json.value("duplicates", std::int64_t{0});
        report.tiedTimes = json.value("tied_times", std::int64_t{0});
        report.usersWithTiedLastTwo = json.value("users_last_two_tie", std::int64_t{0});
        report.newestFirst = json.value("newest_first", false);
        report.onlyDates = json.value("only_dates", false);
        report.earlierRows = json.value("earlier_rows", std::int64_t{0});
        report.earlierRowsLeftOut = json.value("earlier_rows_left_out", std::int64_t{0});
        report.earlierFiles = json.value("earlier_files", decltype(report.earlierFiles)());
        report.knownRows = json.value("known_rows", std::int64_t{0});
        report.usersWithNewRows = json.value("users_with_new_rows", std::int64_t{0});
        report.orders = json.value("orders", std::int64_t{0});
        report.usersWithLastTwoInOneOrder = json.value("users_last_two_one_order", std::int64_t{0});
        report.kinds = json.value("kinds", decltype(report.kinds)());
        report.checksum = json.value("checksum", "");
        report.itemsWithoutTitle = json.value("items_without_title", std::int64_t{0});
        report.titlesReading = json.value("titles_reading", "");
        report.titlesColumn = json.value("titles_column", "");
        report.categoryColumn = json.value("category_column", "");
        report.genresColumn = json.value("genres_column", report.categoryColumn);
        report.itemAttributes = json.value("item_attributes", std::vector<std::string>());
        report.itemColumnsLeftOut = json.value("item_columns_left_out", std::vector<std::string>());
        report.tagsPath = json.value("tags_path", "");
        report.itemsWithTags = json.value("items_with_tags", std::int64_t{0});
        report.usersPath = json.value("users_path", "");
        report.usersProblem = json.value("users_problem", "");
        report.userAttributes = json.value("user_attributes", std::vector<std::string>());
        report.userColumnsLeftOut = json.value("user_columns_left_out", std::vector<std::string>());
        report.usersDescribed = json.value("users_described", std::int64_t{0});
        report.seconds = json.value("seconds", 0.0);
        return report;
    } catch (const nlohmann::json::exception&) {
        throw Error(ErrorKind::Workspace, translated("A stored import report cannot be read."),
                    translated("The workspace may be damaged."));
    }
}

bool ImportReport::hasOnlyDates(const std::string& json) {
    return !json.empty() && fromJson(json).onlyDates;
}

std::string ImportReport::addedText() const {
    if (earlierRows == 0) return {};
    std::string text =
        translated("{} of {} are new. They are added to the {} that the dataset had, and belong to {}.\n",
                   grouped(rowsKept), counted(rowsRead, translatable("row"), translatable("rows")),
                   counted(earlierRows, translatable("interaction"), translatable("interactions")),
                   counted(usersWithNewRows, translatable("user"), translatable("users")));
    if (!earlierFiles.empty()) {
        std::vector<std::string> paths;
        for (const auto& [path, checksum] : earlierFiles) paths.push_back(path);
        text += translated("The dataset already had rows from {}.\n", listed(paths));
    }
    if (earlierRowsLeftOut > 0)
        text +=
            translated("{} of the dataset left out, because a user had the item more than once.\n",
                       counted(earlierRowsLeftOut, translatable("interaction was"), translatable("interactions were")));
    return text + translated("The minimums count all interactions, but only rows of the file are dropped.\n");
}

std::string ImportReport::toText() const {
    std::string text = translated("Read as {}: {}.\n", format, why);
    for (const std::string& sentence : reading) text += sentence + "\n";
    const bool isInUtf8 = encoding.empty() || encoding == "UTF-8";
    if (!isInUtf8) text += translated("The encoding of the file is {}.\n", encoding);
    text +=
        translated("{} read, {} kept", counted(rowsRead, translatable("row"), translatable("rows")), grouped(rowsKept));
    text += dropped.empty() ? translated(", none dropped.\n") : translated(", {} dropped:\n", grouped(droppedRows()));
    for (const DroppedRows& rows : dropped) {
        text += fmt::format("  {}: {} ({})\n", grouped(rows.count), translated(rows.reason), linesText(rows));
    }
    text += addedText();
    if (commentLines > 0) {
        text += translated("{} skipped.\n", counted(commentLines, translatable("comment line (#) was"),
                                                    translatable("comment lines (#) were")));
    }
    if (usersLeftOut > 0 || itemsLeftOut > 0) {
        std::vector<std::string> parts;
        if (usersLeftOut > 0) parts.push_back(counted(usersLeftOut, translatable("user"), translatable("users")));
        if (itemsLeftOut > 0) parts.push_back(counted(itemsLeftOut, translatable("item"), translatable("items")));
        const bool isOne = usersLeftOut + itemsLeftOut == 1;
        text += translated("Left out altogether: {}, because all {} rows were dropped.\n", listed(parts),
                           isOne ? translated("its") : translated("their"));
    }
    for (const std::string& warning : warnings) text += translated("Warning: {}\n", warning);
    text += fmt::format("{}, {}.", counted(users, translatable("user"), translatable("users")),
                        counted(items, translatable("item"), translatable("items")));
    if (usersWithFewerThanThree > 0) {
        text += translated(" {} fewer than 3 interactions: for training only, not for scoring.",
                           counted(usersWithFewerThanThree, translatable("user has"), translatable("users have")));
    }
    text += '\n';
    if (tiedTimes > 0 && onlyDates) {
        text += translated("The file has only dates: {} on the same day as the user's previous one.\n",
                           counted(tiedTimes, translatable("interaction is"), translatable("interactions are")));
    } else if (tiedTimes > 0) {
        text += translated("{} at the same time as the user's previous one.\n",
                           counted(tiedTimes, translatable("interaction is"), translatable("interactions are")));
    }
    if (tiedTimes > 0)
        text += newestFirst ? translated(
                                  "The file runs from the newest row to the oldest: rows with the same time are read "
                                  "in reverse order.\n")
                            : translated("Rows with the same time keep the order of the file.\n");
    if (orders > 0) {
        text += translated("{}: the lines of one order stay together, and the order among them has no meaning.\n",
                           counted(orders, translatable("order"), translatable("orders")));
        if (usersWithLastTwoInOneOrder > 0)
            text += translated(
                "{} the last two interactions in one order: under leave-one-out, the test item is another line of the "
                "order that the model reads. The split \"next order\" tests on the next order.\n",
                counted(usersWithLastTwoInOneOrder, translatable("user has"), translatable("users have")));
    }
    if (!kinds.empty()) {
        std::vector<std::string> parts;
        for (const auto& [kind, count] : kinds) parts.push_back(fmt::format("{} ({})", kind, grouped(count)));
        text += translated("Kinds of events: {}.\n", listed(parts, /*limit=*/20));
    }
    if (usersWithTiedLastTwo > 0 && orders == 0) {
        const std::string users = counted(usersWithTiedLastTwo, translatable("user has"), translatable("users have"));
        text += onlyDates ? translated(
                                "{} the last two interactions on the same day: the order of the file decides "
                                "which is last.\n",
                                users)
                          : translated(
                                "{} the last two interactions at the same time: the order of the file decides "
                                "which is last.\n",
                                users);
    }
    if (duplicates > 0) {
        text += translated("{} with an item that was already in the user's history.\n",
                           counted(duplicates, translatable("interaction is"), translatable("interactions are")));
    }
    if (encodingErrors > 0) {
        text += translated("{} bytes that are not UTF-8: {} read as windows-1252.\n",
                           counted(encodingErrors, translatable("id has"), translatable("ids have")),
                           encodingErrors == 1 ? translated("it was") : translated("they were"));
    }
    text += itemsText(*this);
    if (!tagsPath.empty()) {
        text += translated("Tags from {}: {} tags.\n", tagsPath,
                           counted(itemsWithTags, translatable("item has"), translatable("items have")));
    }
    text += usersText(*this);
    if (!checksum.empty()) text += translated("SHA-256 of the file: {}\n", checksum);
    return text;
}

}  // namespace recscope
