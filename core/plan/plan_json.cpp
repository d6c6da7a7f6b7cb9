// SPDX-License-Identifier: GPL-3.0-or-later
// planFormat, planToJson and planFromJson: see plan.h.
#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <nlohmann/json.hpp>

#include "core/config/seed_range.h"
#include "core/metrics/debiased.h"
#include "core/metrics/metric_values.h"
#include "core/metrics/protocol.h"
#include "core/plan/plan.h"
#include "core/recommender/registry.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using Json = nlohmann::ordered_json;

/// Replaces the placeholder "{data}" in a title or source by the names of the datasets.
std::string withData(std::string pattern, const std::vector<std::string>& datasets) {
    const std::string names = fmt::format("{}", fmt::join(datasets, ", "));
    for (std::size_t at = 0; (at = pattern.find(kDatasetPlaceholder, at)) != std::string::npos; at += names.size())
        pattern.replace(at, kDatasetPlaceholder.size(), names);
    return pattern;
}

constexpr const char* kFormatHint = translatable("The format of a plan: recscope-cli plan format");

[[noreturn]] void refuse(const std::string& sentence, const std::string& hint = translated(kFormatHint)) {
    throw Error(ErrorKind::Input, sentence, hint);
}

void refuseOtherKeys(const Json& object, const std::string& where, std::initializer_list<const char*> known) {
    if (!object.is_object()) refuse(translated("{} of the plan is not an object.", where));
    for (const auto& [key, value] : object.items()) {
        if (std::find(known.begin(), known.end(), key) == known.end())
            refuse(translated("{} of the plan has an unknown key \"{}\".", where, key),
                   translated("Allowed keys: {}.", fmt::join(known, ", ")));
    }
}

std::string textOf(const Json& object, const char* key, const std::string& where,
                   const std::string& defaultValue = {}) {
    const auto found = object.find(key);
    if (found == object.end()) {
        if (!defaultValue.empty()) return defaultValue;
        refuse(translated("{} of the plan needs \"{}\".", where, key));
    }
    if (!found->is_string()) refuse(translated("\"{}\" in {} is not a string.", key, where));
    return found->get<std::string>();
}

/// Runs a check. If it throws an Error, adds the place in the plan, `where`, to the message.
template <class Check>
void checkIn(const std::string& where, const Check& check) {
    try {
        check();
    } catch (const Error& error) {
        refuse(fmt::format("{}: {}", where, error.what()), error.hint());
    }
}

/// A config value as text, as on the command line after `--set`: "0.2", "off".
std::string valueText(const Json& value, const std::string& key, const std::string& where) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number()) return value.dump();
    refuse(translated("\"{}\" in {} has a value that is neither a number nor a string.", key, where));
}

std::vector<std::string> valuesOf(const Json& value, const std::string& key, const std::string& where) {
    if (!value.is_array()) return {valueText(value, key, where)};
    std::vector<std::string> values;
    for (const Json& entry : value) values.push_back(valueText(entry, key, where));
    if (values.empty()) refuse(translated("\"{}\" in {} has no value.", key, where));
    return values;
}

std::vector<std::string> namesOf(const Json& plan, const char* key, std::vector<std::string> defaultValue) {
    const auto found = plan.find(key);
    return found == plan.end() ? defaultValue : valuesOf(*found, key, translated("the top level"));
}

/// Reads an object whose members are strings, such as {"Steam": "paper-steam"}.
std::vector<KeyValue> textsOf(const Json& object, const char* key, const std::string& where) {
    std::vector<KeyValue> texts;
    const auto found = object.find(key);
    if (found == object.end()) return texts;
    if (!found->is_object()) refuse(translated("\"{}\" of {} is not an object.", key, where));
    for (const auto& [name, value] : found->items()) texts.emplace_back(name, valueText(value, name, where));
    return texts;
}

PublishedResult publishedFrom(const Json& json, const std::string& where) {
    refuseOtherKeys(json, where, {"dataset", "protocol", "set", "metrics", "seconds"});
    PublishedResult published{.dataset = textOf(json, "dataset", where),
                              .protocol = textOf(json, "protocol", where),
                              .set = textsOf(json, "set", where),
                              .metrics = {},
                              .seconds = {}};
    checkIn(where, [&] { Protocol().setCandidates(published.protocol); });
    const auto metrics = json.find("metrics");
    if (metrics == json.end() || !metrics->is_object()) refuse(translated("{} needs \"metrics\".", where));
    for (const auto& [metric, value] : metrics->items()) {
        checkIn(where, [&metric = metric] { checkRankMetric(metric); });
        if (!value.is_number()) refuse(translated("\"{}\" in {} is not a number.", metric, where));
        published.metrics[metric] = value.get<double>();
    }
    if (const auto seconds = json.find("seconds"); seconds != json.end()) {
        if (!seconds->is_number()) refuse(translated("\"seconds\" in {} is not a number.", where));
        published.seconds = seconds->get<double>();
    }
    return published;
}

/// Reads swept values that are given as objects, such as {"dim": 16, "inner_dim": 64}. The first member is the swept
/// key; the other members are the keys linked to it.
void addLinked(PlanEntry& entry, const std::string& key, const Json& objects, const std::string& where) {
    std::vector<std::string>& values = entry.values.emplace_back(key, std::vector<std::string>()).second;
    for (const Json& object : objects) {
        if (!object.is_object() || object.empty() || object.begin().key() != key)
            refuse(translated("\"{}\" in {} has a value whose first key is not {}.", key, where, key),
                   translated("Keys that change together are written as {{\"{}\": …, \"another_key\": …}}.", key));
        std::vector<KeyValue>& linkedSettings = entry.linked[key].emplace_back();
        for (const auto& [name, value] : object.items()) {
            if (name == key)
                values.push_back(valueText(value, name, where));
            else
                linkedSettings.emplace_back(name, valueText(value, name, where));
        }
    }
}

PlanEntry entryFrom(const Json& json, std::size_t number) {
    const std::string where = translated("Entry {}", number);
    refuseOtherKeys(json, where, {"model", "run", "preset", "presets", "label", "set", "printed"});
    PlanEntry entry;
    if (json.contains("run")) {
        entry.run = textOf(json, "run", where);
        for (const char* const key : {"model", "preset", "presets", "set"})
            if (json.contains(key))
                refuse(translated("{} names the run \"{}\", but also has \"{}\".", where, entry.run, key),
                       translated("An existing run cannot be changed: its entry may have only \"label\" and "
                                  "\"printed\" besides \"run\"."));
    } else {
        entry.model = textOf(json, "model", where);
        checkIn(where, [&] { modelInfo(entry.model); });
    }
    entry.preset = textOf(json, "preset", where, entry.preset);
    entry.presets = textsOf(json, "presets", where);
    entry.label = json.contains("label") ? textOf(json, "label", where) : std::string();
    if (const auto set = json.find("set"); set != json.end()) {
        if (!set->is_object()) refuse(translated("\"set\" of {} is not an object.", where));
        for (const auto& [key, value] : set->items()) {
            if (value.is_array() && !value.empty() && value.front().is_object())
                addLinked(entry, key, value, where);
            else
                entry.values.emplace_back(key, valuesOf(value, key, where));
        }
    }
    if (const auto published = json.find("printed"); published != json.end()) {
        if (!published->is_array()) refuse(translated("\"printed\" of {} is not a list.", where));
        for (const Json& node : *published)
            entry.published.push_back(
                publishedFrom(node, translated("Result {} in \"printed\" of {}", entry.published.size() + 1, where)));
    }
    return entry;
}

PlanShape shapeFrom(const std::string& name) {
    if (name == "table") return PlanShape::Table;
    if (name == "ablation") return PlanShape::Ablation;
    if (name == "curve") return PlanShape::Curve;
    refuse(translated("A plan cannot show \"{}\".", name), translated("It can show: table, ablation, curve."));
}

}  // namespace

const char* planFormat() {
    return R"(A plan is a JSON object:
  name        the plan's name on the command line
  title       a title of one line; {data} stands for the names of the datasets
  source      the paper's table or figure, and deviations from it (optional); may also contain {data}
  shows       table (models against each other), ablation (each entry against the first), curve (over one key; with a
              line for each model, or for each dataset where there is one model)
  datasets    names of datasets in the workspace; "Sample cinema" is created if it is missing
  protocols   the candidates that the held-out items are ranked among: full, pop100, uniform100, sasrec-original
              (default: full)
  metrics     hr@K, ndcg@K, recall@K, precision@K, map@K with any K, mrr; the first is the deciding metric. After it
              also popularity@10, popularity_lift@10, novelty@10, diversity@10, serendipity@10, repeats@10
              (default: ndcg@10, hr@10)
  seeds       each config is trained once with each seed (default: 42)
  margin      the smallest difference of the deciding metric that matters in practice (default: 0.005)
  runs        a list of entries:
    model     see recscope-cli models
    run       instead of a model: the name of an existing or adopted run, which is shown and never trained
    preset    the preset whose values its config starts with (default: quick)
    presets   other presets for some datasets: {"Steam": "paper-steam"} (optional)
    label     the title of its rows (default: the model's title)
    set       keys and values; a key with several values, [0.1, 0.2], gives a run for each; other keys may change with
              it: "dim": [{"dim": 16, "inner_dim": 64}, {"dim": 32, "inner_dim": 128}]. A curve needs one such key
    printed   the paper's results: a list of {"dataset", "protocol", "set", "metrics": {"ndcg@10": 0.4818}, "seconds"}
              (optional; within it, "set" and "seconds", the training time, are also optional)
)";
}

std::string planToJson(const Plan& plan) {
    // A plan that was not read from JSON may have no patterns.
    const std::string& title = plan.titlePattern.empty() ? plan.title : plan.titlePattern;
    const std::string& source = plan.sourcePattern.empty() ? plan.source : plan.sourcePattern;
    Json json = {{"name", plan.name}, {"title", title}};
    if (!source.empty()) json["source"] = source;
    json["shows"] = plan.shape == PlanShape::Table ? "table" : plan.shape == PlanShape::Ablation ? "ablation" : "curve";
    json["datasets"] = plan.datasets;
    json["protocols"] = plan.protocols;
    json["metrics"] = plan.metrics;
    json["seeds"] = plan.seeds;
    json["margin"] = plan.margin;
    for (const PlanEntry& entry : plan.entries) {
        Json run = Json::object();
        if (entry.run.empty()) {
            run["model"] = entry.model;
            run["preset"] = entry.preset;
        } else {
            run["run"] = entry.run;
        }
        for (const auto& [dataset, preset] : entry.presets) run["presets"][dataset] = preset;
        if (!entry.label.empty()) run["label"] = entry.label;
        for (const auto& [key, values] : entry.values) {
            const auto linked = entry.linked.find(key);
            if (linked == entry.linked.end()) {
                run["set"][key] = values;
                continue;
            }
            for (std::size_t i = 0; i < values.size(); ++i) {
                Json together = {{key, values[i]}};
                for (const auto& [other, value] : linked->second[i]) together[other] = value;
                run["set"][key].push_back(std::move(together));
            }
        }
        for (const PublishedResult& result : entry.published) {
            Json published = {{"dataset", result.dataset}, {"protocol", result.protocol}};
            for (const auto& [key, value] : result.set) published["set"][key] = value;
            published["metrics"] = result.metrics;
            if (result.seconds) published["seconds"] = *result.seconds;
            run["printed"].push_back(std::move(published));
        }
        json["runs"].push_back(std::move(run));
    }
    return json.dump(2) + "\n";
}

Plan planFromJson(const std::string& text) {
    const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (json.is_discarded()) refuse(translated("The plan is not valid JSON."));
    const std::string where = translated("The top level");
    refuseOtherKeys(
        json, where,
        {"name", "title", "source", "shows", "datasets", "protocols", "metrics", "seeds", "margin", "runs"});
    Plan plan;
    plan.name = textOf(json, "name", where);
    if (plan.name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") !=
            std::string::npos ||
        plan.name.empty() || plan.name.front() == '.')
        refuse(translated("\"{}\" is not a valid name for a plan.", plan.name),
               translated("It may contain letters, digits, \"-\", \"_\" and \".\": reports are named after it."));
    plan.titlePattern = textOf(json, "title", where, plan.name);
    plan.sourcePattern = json.contains("source") ? textOf(json, "source", where) : std::string();
    plan.shape = shapeFrom(textOf(json, "shows", where, "table"));
    plan.datasets = namesOf(json, "datasets", {});
    if (plan.datasets.empty()) refuse(translated("The plan names no dataset."));
    plan.title = withData(plan.titlePattern, plan.datasets);
    plan.source = withData(plan.sourcePattern, plan.datasets);
    plan.protocols = namesOf(json, "protocols", {"full"});
    for (const std::string& protocol : plan.protocols)
        checkIn("\"protocols\"", [&] { Protocol().setCandidates(protocol); });
    plan.metrics = namesOf(json, "metrics", {"ndcg@10", "hr@10"});
    for (const std::string& metric : plan.metrics)
        checkIn("\"metrics\"", [&] {
            // The first metric decides, and rows are compared by ranks.
            if (metric == plan.metrics.front() || !isMetricOfLists(metric)) checkRankMetric(metric);
        });
    for (const std::string& seed : namesOf(json, "seeds", {"42"})) {
        if (seed.empty() || seed.find_first_not_of("0123456789") != std::string::npos || seed.size() > 18 ||
            std::stoull(seed) > kMaxSeed)
            refuse(translated("\"{}\" is not a seed.", seed),
                   translated("Seeds are whole numbers from 0 to {}.", kMaxSeed));
        plan.seeds.push_back(std::stoull(seed));
    }
    const auto margin = json.find("margin");
    plan.margin = margin == json.end() ? 0.005 : margin->is_number() ? margin->get<double>() : -1;
    if (!(plan.margin >= 0 && plan.margin < 1)) refuse(translated("\"margin\" is not a number from 0 to 1."));
    const auto entries = json.find("runs");
    if (entries == json.end() || !entries->is_array() || entries->empty())
        refuse(translated("The plan has no \"runs\"."));
    for (const Json& entry : *entries) plan.entries.push_back(entryFrom(entry, plan.entries.size() + 1));
    checkPlan(plan);
    makeLabelsUnique(plan.entries);
    return plan;
}

}  // namespace recscope
