// SPDX-License-Identifier: GPL-3.0-or-later
// checkPlan: see plan.h.
#include <fmt/format.h>

#include <algorithm>

#include "core/plan/plan.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

/// The first value that repeats an earlier one; nothing if all values differ.
template <class Value>
std::optional<Value> repeated(const std::vector<Value>& values) {
    for (auto value = values.begin(); value != values.end(); ++value)
        if (std::find(values.begin(), value, *value) != value) return *value;
    return {};
}

void refuseRepeated(const std::vector<std::string>& names, const char* key) {
    if (const auto name = repeated(names))
        failInput(translated("\"{}\" has \"{}\" twice.", key, *name), translated("Leave one of them out."));
}

/// Writes equal numbers in the same way, so that "0.1" and "0.10" count as the same value.
std::vector<std::string> normalizedNumbers(std::vector<std::string> values) {
    for (std::string& value : values)
        if (const auto number = parseNumber(value)) value = fmt::format("{}", *number);
    return values;
}

void checkKeys(const PlanEntry& entry, const std::string& where) {
    std::vector<std::string> keys;
    for (const auto& [key, values] : entry.values) {
        keys.push_back(key);
        if (const auto linked = entry.linked.find(key); linked != entry.linked.end() && !linked->second.empty())
            for (const auto& [other, value] : linked->second.front()) keys.push_back(other);
        if (const auto value = repeated(normalizedNumbers(values)))
            failInput(translated("\"{}\" in {} has the value {} twice.", key, where, *value),
                      translated("Leave one of them out."));
    }
    if (const auto key = repeated(keys))
        failInput(translated("{} sets \"{}\" twice.", where, *key),
                  translated("Set a key either on its own or together with another one, not both."));
    if (std::find(keys.begin(), keys.end(), "seed") != keys.end())
        failInput(
            translated("{} sets \"seed\", which only the whole plan can set.", where),
            translated("Seeds belong to the whole plan, so that every row has the same ones: \"seeds\": [1, 2, 3]."));
}

/// Rejects published results for values that no run of the plan has, because they would never be shown.
void checkPublished(const PlanEntry& entry, const std::string& where) {
    for (std::size_t i = 0; i < entry.published.size(); ++i) {
        for (const auto& published : entry.published[i].set) {
            const auto& [key, value] = published;
            const bool isPlanned = std::any_of(entry.values.begin(), entry.values.end(), [&](const auto& value) {
                return value.first == published.first &&
                       std::find(value.second.begin(), value.second.end(), published.second) != value.second.end();
            });
            if (!isPlanned)
                failInput(
                    translated(
                        "Result {} in \"printed\" of {} is for {} {}, which is not among the values of the entry.",
                        i + 1, where, key, value),
                    translated("\"set\" in \"printed\" may only name keys to which the entry gives several values, "
                               "each with one of these values."));
        }
    }
}

std::vector<std::string> sweptKeys(const PlanEntry& entry) {
    std::vector<std::string> swept;
    for (const auto& [key, values] : entry.values)
        if (values.size() > 1) swept.push_back(key);
    return swept;
}

/// Checks that all entries of a curve plan sweep the same key. An entry that sweeps no key is allowed: it is drawn as a
/// horizontal line.
void checkCurve(const Plan& plan) {
    constexpr const char* kHint = translatable(
        "A curve is drawn over the values of one key. Other keys may change with it: see recscope-cli plan format.");
    std::string key;
    for (std::size_t i = 0; i < plan.entries.size(); ++i) {
        const std::vector<std::string> swept = sweptKeys(plan.entries[i]);
        if (swept.size() > 1)
            failInput(
                translated("Entry {} has several values both for \"{}\" and for \"{}\".", i + 1, swept[0], swept[1]),
                kHint);
        if (swept.empty()) continue;
        if (!key.empty() && key != swept.front())
            failInput(translated("Entry {} has several values for \"{}\", but an earlier entry has several for \"{}\".",
                                 i + 1, swept.front(), key),
                      kHint);
        key = swept.front();
    }
    if (key.empty()) failInput(translated("The plan shows a curve, but no key of its runs has several values."), kHint);
}

/// The number of runs of the plan, but at most kMaxPlannedRuns + 1, so that the product cannot overflow.
std::size_t countedRuns(const Plan& plan) {
    std::size_t all = 0;
    for (const PlanEntry& entry : plan.entries) {
        std::size_t runs = std::max<std::size_t>(plan.seeds.size(), 1);
        const auto multiplyBy = [&runs](std::size_t factor) { runs = std::min(runs * factor, kMaxPlannedRuns + 1); };
        multiplyBy(std::max<std::size_t>(plan.datasets.size(), 1));
        for (const auto& [key, values] : entry.values) multiplyBy(values.size());
        all = std::min(all + runs, kMaxPlannedRuns + 1);
    }
    return all;
}

}  // namespace

void checkPlan(const Plan& plan) {
    refuseRepeated(plan.datasets, "datasets");
    refuseRepeated(plan.protocols, "protocols");
    refuseRepeated(plan.metrics, "metrics");
    if (const auto seed = repeated(plan.seeds))
        failInput(translated("\"seeds\" has {} twice.", *seed),
                  translated("Equal seeds give equal runs: an interval would count one run as two."));
    for (std::size_t i = 0; i < plan.entries.size(); ++i) {
        const std::string where = translated("Entry {}", i + 1);
        checkKeys(plan.entries[i], where);
        checkPublished(plan.entries[i], where);
    }
    if (plan.shape == PlanShape::Curve) checkCurve(plan);
    if (countedRuns(plan) > kMaxPlannedRuns)
        failInput(
            translated("The plan has more than {} runs.", grouped(kMaxPlannedRuns)),
            translated(
                "Every value of a key is combined with every value of the others, every seed and every dataset. Leave "
                "some out, or write several plans."));
}

}  // namespace recscope
