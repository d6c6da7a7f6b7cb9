// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/cohort_basis.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr std::array kNames = {
    std::pair(ChosenBy::Hand, "hand"),           std::pair(ChosenBy::Rank, "rank"),
    std::pair(ChosenBy::Item, "item"),           std::pair(ChosenBy::Length, "length"),
    std::pair(ChosenBy::Time, "time"),           std::pair(ChosenBy::TargetPopularity, "target popularity"),
    std::pair(ChosenBy::Attribute, "attribute"), std::pair(ChosenBy::Cohort, "cohort")};

}  // namespace

bool CohortBasis::has(ChosenBy by) const {
    return std::any_of(criteria.begin(), criteria.end(),
                       [by](const CohortCriterion& criterion) { return criterion.by == by; });
}

void CohortBasis::add(const CohortCriterion& criterion, const std::vector<std::int32_t>& known) {
    criteria.push_back(criterion);
    if (!candidates) {
        candidates = known;
        return;
    }
    std::vector<std::int32_t> both;
    std::set_intersection(candidates->begin(), candidates->end(), known.begin(), known.end(), std::back_inserter(both));
    candidates = std::move(both);
}

bool CohortBasis::determines(const TraitFeature& feature) const {
    const auto decidedBy = [&](const CohortCriterion& criterion) {
        switch (criterion.by) {
            case ChosenBy::Length:
                // The longer a history, the likelier it contains an item or genre, and the later its last interaction.
                return feature.kind == TraitKind::Length || feature.kind == TraitKind::LastTime ||
                       feature.kind == TraitKind::Genre || feature.kind == TraitKind::Tag ||
                       feature.kind == TraitKind::Item;
            case ChosenBy::Item:
                return feature.kind == TraitKind::Length;
            case ChosenBy::Time:
                return feature.kind == TraitKind::Length || feature.kind == TraitKind::LastTime;
            case ChosenBy::TargetPopularity:
                // Few items have the same popularity. Choosing users by it therefore chooses items, and with them their
                // genres and tags.
                return feature.kind == TraitKind::TargetPopularity || feature.kind == TraitKind::TargetGenre ||
                       feature.kind == TraitKind::TargetTag;
            case ChosenBy::Attribute:
                return feature.kind == TraitKind::Attribute && feature.name == criterion.name;
            case ChosenBy::Hand:
            case ChosenBy::Rank:
            case ChosenBy::Cohort:
                return false;
        }
        return false;
    };
    return std::any_of(criteria.begin(), criteria.end(), decidedBy);
}

bool CohortBasis::dependsOnLength() const {
    return (has(ChosenBy::Item) || has(ChosenBy::Time)) && !has(ChosenBy::Length);
}

std::vector<Token> CohortBasis::items() const {
    std::vector<Token> items;
    for (const CohortCriterion& criterion : criteria)
        if (criterion.by == ChosenBy::Item) items.push_back(criterion.item);
    return items;
}

std::string CohortBasis::criteriaJson() const {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const CohortCriterion& criterion : criteria) {
        const auto name =
            std::find_if(kNames.begin(), kNames.end(), [&](const auto& known) { return known.first == criterion.by; });
        nlohmann::ordered_json json = {{"by", name->second}};
        if (!criterion.name.empty()) json["name"] = criterion.name;
        if (criterion.by == ChosenBy::Item) json["item"] = criterion.item;
        list.push_back(json);
    }
    return list.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::vector<CohortCriterion> CohortBasis::criteriaFromJson(const std::string& text) {
    const auto json = nlohmann::ordered_json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (!json.is_array()) return {};
    std::vector<CohortCriterion> criteria;
    for (const auto& entry : json) {
        if (!entry.is_object() || !entry.contains("by")) return {};
        const auto name =
            std::find_if(kNames.begin(), kNames.end(), [&](const auto& known) { return entry["by"] == known.second; });
        if (name == kNames.end()) return {};  // written by a later version: return no criteria rather than only some
        CohortCriterion& read = criteria.emplace_back();
        read.by = name->first;
        if (entry.contains("name") && entry["name"].is_string()) read.name = entry["name"].get<std::string>();
        if (entry.contains("item") && entry["item"].is_number_integer()) read.item = entry["item"].get<Token>();
    }
    return criteria;
}

std::string candidatesDescription(const CohortBasis& basis) {
    std::vector<std::string> words;
    for (const CohortCriterion& criterion : basis.criteria) {
        switch (criterion.by) {
            case ChosenBy::Rank:
                words.push_back(criterion.name.empty()
                                    ? translated("their held-out item was ranked")
                                    : translated("they have a rank in the run \"{}\"", criterion.name));
                break;
            case ChosenBy::Attribute:
                words.push_back(translated("their {} is known", criterion.name));
                break;
            case ChosenBy::Cohort:
                words.push_back(translated("they are in the cohort \"{}\"", criterion.name));
                break;
            case ChosenBy::Hand:
            case ChosenBy::Item:
            case ChosenBy::Length:
            case ChosenBy::Time:
            case ChosenBy::TargetPopularity:
                break;
        }
    }
    return fmt::format("{}", fmt::join(words, translated("; and ")));
}

}  // namespace recscope
