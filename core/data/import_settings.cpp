// SPDX-License-Identifier: GPL-3.0-or-later
// Conversion of ImportOptions to and from text: names, JSON, presets.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/data/importer.h"
#include "core/data/item_lists.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr std::array kDuplicatesNames = {"all", "first", "last"};
constexpr std::array<const char*, kColumnRoles> kRoleNames = {"user", "item",  "time",     "rating",    "order",
                                                              "kind", "title", "category", "attributes"};
constexpr std::array kOrdersNames = {"column", "same-time"};
constexpr std::array kExistingNames = {"refuse", "add", "replace"};
constexpr std::array kHeaderNames = {"auto", "yes", "no"};
constexpr std::array kKCoreNames = {"none", "single-pass", "iterative"};

template <class Choice, std::size_t N>
Choice fromName(const std::array<const char*, N>& names, const std::string& name, const char* what) {
    for (std::size_t i = 0; i < N; ++i) {
        if (name == names[i]) return static_cast<Choice>(i);
    }
    throw Error(ErrorKind::Usage, translated("\"{}\" is not a valid {}.", name, translated(what)),
                translated("Possible values: {}.", listed({names.begin(), names.end()})));
}

/// The column for a key in "user=1,item=2".
std::string* columnNamed(ColumnMapping& columns, std::string_view key) {
    const auto* const found = std::find(kRoleNames.begin(), kRoleNames.end(), key);
    return found == kRoleNames.end() ? nullptr : &columns.of(static_cast<ColumnRole>(found - kRoleNames.begin()));
}

}  // namespace

const char* columnRoleKey(ColumnRole role) {
    return kRoleNames.at(static_cast<std::size_t>(role));
}

ColumnMapping ColumnMapping::parse(const std::string& text) {
    ColumnMapping columns;
    std::string_view left = text;
    while (!left.empty()) {
        const std::size_t end = left.find(',');
        const std::string_view part = left.substr(0, end);
        left.remove_prefix(end == std::string_view::npos ? left.size() : end + 1);
        const std::size_t equals = part.find('=');
        std::string* column = columnNamed(columns, trimmed(part.substr(0, equals)));
        const std::string_view value = equals == std::string_view::npos ? "" : trimmed(part.substr(equals + 1));
        if (!column || value.empty()) {
            throw Error(
                ErrorKind::Usage, translated("\"{}\" does not assign a column to a role.", part),
                translated("Write user=1,item=2,time=4,rating=3 with numbers from 1 or header names; order, kind, "
                           "title, category and attributes are possible, too."));
        }
        *column = value;
    }
    return columns;
}

std::string ColumnMapping::text() const {
    std::string text;
    for (std::size_t role = 0; role < kColumnRoles; ++role) {
        const std::string& column = of(static_cast<ColumnRole>(role));
        if (!column.empty()) text += fmt::format("{}{}={}", text.empty() ? "" : ",", kRoleNames.at(role), column);
    }
    return text;
}

const std::string& ColumnMapping::of(ColumnRole role) const {
    switch (role) {
        case ColumnRole::User:
            return user;
        case ColumnRole::Item:
            return item;
        case ColumnRole::Time:
            return time;
        case ColumnRole::Rating:
            return rating;
        case ColumnRole::Order:
            return order;
        case ColumnRole::Kind:
            return kind;
        case ColumnRole::Title:
            return title;
        case ColumnRole::Category:
            return category;
        case ColumnRole::Attribute:
            break;
    }
    return attributes;
}

std::string& ColumnMapping::of(ColumnRole role) {
    return const_cast<std::string&>(std::as_const(*this).of(role));
}

std::string ColumnReading::option() const {
    if (itemSeparator == kWholeItems) return fmt::format("--item-separator {}", itemSeparator);
    if (!itemSeparator.empty()) return fmt::format("--item-separator {}", separatorText(itemSeparator));
    return timeFormat == TimeFormat::Auto ? fmt::format("--columns {}", columns.text())
                                          : fmt::format("--time-format {}", timeFormatName(timeFormat));
}

const char* existingDatasetName(ExistingDataset existing) {
    return kExistingNames.at(static_cast<std::size_t>(existing));
}

ExistingDataset existingDatasetFromName(const std::string& name) {
    return fromName<ExistingDataset>(kExistingNames, name, translatable("choice for an existing dataset"));
}

const char* headerName(Header header) {
    return kHeaderNames.at(static_cast<std::size_t>(header));
}
Header headerFromName(const std::string& name) {
    return fromName<Header>(kHeaderNames, name, translatable("choice of header"));
}

const char* ordersName(Orders orders) {
    return kOrdersNames.at(static_cast<std::size_t>(orders));
}
Orders ordersFromName(const std::string& name) {
    return fromName<Orders>(kOrdersNames, name, translatable("choice of orders"));
}
const char* duplicatesName(Duplicates duplicates) {
    return kDuplicatesNames.at(static_cast<std::size_t>(duplicates));
}
Duplicates duplicatesFromName(const std::string& name) {
    return fromName<Duplicates>(kDuplicatesNames, name, translatable("choice of duplicates"));
}
const char* kCoreName(KCore kCore) {
    return kKCoreNames.at(static_cast<std::size_t>(kCore));
}
KCore kCoreFromName(const std::string& name) {
    return fromName<KCore>(kKCoreNames, name, translatable("kind of k-core"));
}

std::string ImportOptions::toJson() const {
    nlohmann::ordered_json json = {{"path", path.string()},
                                   {"member", member},
                                   {"items_path", itemsPath.string()},
                                   {"find_items", findItems},
                                   {"users_path", usersPath.string()},
                                   {"find_users", findUsers},
                                   {"name", name},
                                   {"format", format},
                                   {"columns", nlohmann::ordered_json::object()},
                                   {"found_roles", nlohmann::json::array()},
                                   {"delimiter", delimiter},
                                   {"item_separator", itemSeparator},
                                   {"encoding", encoding},
                                   {"header", headerName(header)},
                                   {"time_format", timeFormatName(timeFormat)},
                                   {"time_pattern", timePattern},
                                   {"min_rating", nullptr},
                                   {"kinds", kinds},
                                   {"orders", ordersName(orders)},
                                   {"duplicates", duplicatesName(duplicates)},
                                   {"k_core", kCoreName(kCore)},
                                   {"min_user_interactions", minUserInteractions},
                                   {"min_item_interactions", minItemInteractions},
                                   {"min_history_length", minHistoryLength},
                                   {"keep_damaged", keepDamaged}};
    for (std::size_t role = 0; role < kColumnRoles; ++role)
        json["columns"][kRoleNames.at(role)] = columns.of(static_cast<ColumnRole>(role));
    for (const ColumnRole role : foundRoles)
        json["found_roles"].push_back(kRoleNames.at(static_cast<std::size_t>(role)));
    if (minRating) json["min_rating"] = *minRating;
    // Paths may contain invalid UTF-8; such bytes are replaced rather than refused.
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

ImportOptions ImportOptions::fromJson(const std::string& text) {
    try {
        const auto json = nlohmann::json::parse(text);
        ImportOptions options;
        options.path = json.value("path", "");
        options.member = json.value("member", "");
        options.itemsPath = json.value("items_path", "");
        options.findItems = json.value("find_items", true);
        options.usersPath = json.value("users_path", "");
        options.findUsers = json.value("find_users", true);
        options.name = json.value("name", "");
        options.format = json.value("format", "");
        const auto columns = json.value("columns", nlohmann::json::object());
        for (std::size_t role = 0; role < kColumnRoles; ++role)
            options.columns.of(static_cast<ColumnRole>(role)) = columns.value(kRoleNames.at(role), "");
        for (const auto& role : json.value("found_roles", nlohmann::json::array()))
            options.foundRoles.push_back(
                fromName<ColumnRole>(kRoleNames, role.get<std::string>(), translatable("role of a column")));
        options.delimiter = json.value("delimiter", "");
        // For settings stored before lists in cells were supported.
        options.itemSeparator = json.value("item_separator", kWholeItems);
        options.encoding = json.value("encoding", "");
        options.header = headerFromName(json.value("header", "auto"));
        options.timeFormat = timeFormatFromName(json.value("time_format", "auto"));
        options.timePattern = json.value("time_pattern", "");
        if (json.contains("min_rating") && !json["min_rating"].is_null()) {
            options.minRating = json["min_rating"].get<double>();
        }
        options.kinds = json.value("kinds", std::vector<std::string>());
        options.orders = ordersFromName(json.value("orders", "column"));
        options.duplicates = duplicatesFromName(json.value("duplicates", "all"));
        options.kCore = kCoreFromName(json.value("k_core", "single-pass"));
        options.minUserInteractions = json.value("min_user_interactions", std::int64_t{0});
        options.minItemInteractions = json.value("min_item_interactions", std::int64_t{0});
        options.minHistoryLength = json.value("min_history_length", std::int64_t{0});
        options.keepDamaged = json.value("keep_damaged", false);
        return options;
    } catch (const nlohmann::json::exception&) {
        throw Error(ErrorKind::Workspace, translated("The stored settings of an import cannot be read."),
                    translated("The workspace may be damaged."));
    } catch (const Error&) {
        throw Error(ErrorKind::Workspace, translated("The stored settings of an import hold an unknown name."),
                    translated("The workspace was written by another version of RecScope."));
    }
}

std::vector<ImportPreset> importPresets() {
    return {
        {.name = "all",
         .title = "Everything",
         .description = translatable("every interaction of the file; ml-1m.txt and beauty.txt are "
                                     "already what the papers used")},
        {.name = "users-5",
         .title = translatable("Users with at least 5"),
         .description = translatable(
             "BERT4Rec, section 4.1: each rating or review counts as an interaction, users with fewer than 5 "
             "are left out, items are not filtered"),
         .kCore = KCore::SinglePass,
         .minUserInteractions = 5},
        {.name = "sasrec-5",
         .title = translatable("Users and items with at least 5, one pass"),
         .description =
             translatable("SASRec, section IV-A: users and items with fewer than 5 are left out once, items first"),
         .kCore = KCore::SinglePass,
         .minUserInteractions = 5,
         .minItemInteractions = 5},
        {.name = "5-core",
         .title = "5-core",
         .description =
             translatable("S3-Rec, section 5.1: repeated until all remaining users and items have 5 interactions"),
         .kCore = KCore::Iterative,
         .minUserInteractions = 5,
         .minItemInteractions = 5},
    };
}

ImportPreset importPreset(const std::string& name) {
    std::vector<std::string> names;
    for (ImportPreset& preset : importPresets()) {
        if (preset.name == name) return std::move(preset);
        names.push_back(preset.name);
    }
    throw Error(ErrorKind::Usage, translated("There is no import preset named \"{}\".", name),
                translated("Presets: {}.", listed(names)));
}

void ImportPreset::applyTo(ImportOptions& options) const {
    options.duplicates = duplicates;
    options.kCore = kCore;
    options.minUserInteractions = minUserInteractions;
    options.minItemInteractions = minItemInteractions;
    options.minHistoryLength = minHistoryLength;
}

}  // namespace recscope
