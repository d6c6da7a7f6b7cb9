// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <nlohmann/json.hpp>

#include "core/metrics/metrics.h"
#include "core/metrics/protocol.h"
#include "core/plan/plan.h"
#include "core/recommender/registry.h"
#include "core/util/error.h"

namespace recscope {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormatHint = "How a plan is written: recscope-cli plan format";

[[noreturn]] void refuse(const std::string& sentence, const std::string& hint = kFormatHint) {
    throw Error(ErrorKind::Input, sentence, hint);
}

void refuseOtherKeys(const Json& object, const std::string& where, std::initializer_list<const char*> known) {
    if (!object.is_object()) refuse(fmt::format("{} of the plan is no object.", where));
    for (const auto& [key, value] : object.items()) {
        if (std::find(known.begin(), known.end(), key) == known.end())
            refuse(fmt::format("{} of the plan has an unknown key \"{}\".", where, key),
                   fmt::format("It may have: {}.", fmt::join(known, ", ")));
    }
}

std::string textOf(const Json& object, const char* key, const std::string& where, const std::string& otherwise = {}) {
    const auto found = object.find(key);
    if (found == object.end()) {
        if (!otherwise.empty()) return otherwise;
        refuse(fmt::format("{} of the plan needs \"{}\".", where, key));
    }
    if (!found->is_string()) refuse(fmt::format("\"{}\" in {} is no text.", key, where));
    return found->get<std::string>();
}

/// A config value as `--set` would have it: 0.2, "off".
std::string valueText(const Json& value, const std::string& key) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number()) return value.dump();
    refuse(fmt::format("\"{}\" has a value that is neither a number nor a text.", key));
}

std::vector<std::string> valuesOf(const Json& value, const std::string& key) {
    if (!value.is_array()) return {valueText(value, key)};
    std::vector<std::string> values;
    for (const Json& one : value) values.push_back(valueText(one, key));
    if (values.empty()) refuse(fmt::format("\"{}\" has no value.", key));
    return values;
}

std::vector<std::string> namesOf(const Json& plan, const char* key, std::vector<std::string> otherwise) {
    const auto found = plan.find(key);
    return found == plan.end() ? otherwise : valuesOf(*found, key);
}

PrintedResult printedFrom(const Json& json, const std::string& where) {
    refuseOtherKeys(json, where, {"dataset", "protocol", "set", "metrics"});
    PrintedResult printed{.dataset = textOf(json, "dataset", where),
                          .protocol = textOf(json, "protocol", where),
                          .set = {},
                          .metrics = {}};
    if (const auto set = json.find("set"); set != json.end())
        for (const auto& [key, value] : set->items()) printed.set.emplace_back(key, valueText(value, key));
    const auto metrics = json.find("metrics");
    if (metrics == json.end() || !metrics->is_object()) refuse(fmt::format("{} needs \"metrics\".", where));
    for (const auto& [metric, value] : metrics->items()) {
        metricOfRank(metric, 1);  // says if there is no such metric
        if (!value.is_number()) refuse(fmt::format("\"{}\" in {} is no number.", metric, where));
        printed.metrics[metric] = value.get<double>();
    }
    return printed;
}

PlanEntry entryFrom(const Json& json, std::size_t number) {
    const std::string where = fmt::format("Entry {}", number);
    refuseOtherKeys(json, where, {"model", "preset", "label", "set", "printed"});
    PlanEntry entry;
    entry.model = textOf(json, "model", where);
    modelInfo(entry.model);  // says which there are
    entry.preset = textOf(json, "preset", where, entry.preset);
    entry.label = json.contains("label") ? textOf(json, "label", where) : std::string();
    if (const auto set = json.find("set"); set != json.end()) {
        if (!set->is_object()) refuse(fmt::format("\"set\" of {} is no object.", where));
        for (const auto& [key, value] : set->items()) entry.values.emplace_back(key, valuesOf(value, key));
    }
    if (const auto printed = json.find("printed"); printed != json.end())
        for (const Json& one : *printed) entry.printed.push_back(printedFrom(one, "\"printed\" of " + where));
    return entry;
}

PlanShape shapeFrom(const std::string& name) {
    if (name == "table") return PlanShape::Table;
    if (name == "ablation") return PlanShape::Ablation;
    if (name == "curve") return PlanShape::Curve;
    refuse(fmt::format("A plan does not show \"{}\".", name), "It may show: table, ablation, curve.");
}

}  // namespace

const char* planFormat() {
    return R"(A plan is a JSON object:
  name        what it is called on the command line
  title       one line for people
  source      the paper's table or figure, and what is not as printed (optional)
  shows       table (models against each other), ablation (each entry against the first), curve (over one key)
  datasets    names of datasets in the workspace; "Sample cinema" is made where it is missing
  protocols   what the held-out items are ranked among: full, pop100, uniform100, sasrec-original (default: full)
  metrics     hr@1, hr@5, hr@10, hr@20, ndcg@5, ndcg@10, ndcg@20, mrr; the first one decides (default: ndcg@10, hr@10)
  seeds       one run for each (default: 42)
  margin      a difference of the deciding metric that is smaller does not matter in practice (default: 0.005)
  runs        a list of entries:
    model     see recscope-cli models
    preset    where its config starts from (default: quick)
    label     of its rows (default: the model's title)
    set       keys and values; a key with several values, [0.1, 0.2], makes a run for each
    printed   what the paper has: a list of {"dataset", "protocol", "set", "metrics": {"ndcg@10": 0.4818}} (optional)
)";
}

std::string planToJson(const Plan& plan) {
    Json json = {{"name", plan.name}, {"title", plan.title}};
    if (!plan.source.empty()) json["source"] = plan.source;
    json["shows"] = plan.shape == PlanShape::Table ? "table" : plan.shape == PlanShape::Ablation ? "ablation" : "curve";
    json["datasets"] = plan.datasets;
    json["protocols"] = plan.protocols;
    json["metrics"] = plan.metrics;
    json["seeds"] = plan.seeds;
    json["margin"] = plan.margin;
    for (const PlanEntry& entry : plan.entries) {
        Json run = {{"model", entry.model}, {"preset", entry.preset}};
        if (!entry.label.empty()) run["label"] = entry.label;
        for (const auto& [key, values] : entry.values) run["set"][key] = values;
        for (const PrintedResult& of : entry.printed) {
            Json printed = {{"dataset", of.dataset}, {"protocol", of.protocol}};
            for (const auto& [key, value] : of.set) printed["set"][key] = value;
            printed["metrics"] = of.metrics;
            run["printed"].push_back(std::move(printed));
        }
        json["runs"].push_back(std::move(run));
    }
    return json.dump(2) + "\n";
}

Plan planFromJson(const std::string& text) {
    const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (json.is_discarded()) refuse("The plan is not valid JSON.");
    const std::string where = "The top";
    refuseOtherKeys(
        json, where,
        {"name", "title", "source", "shows", "datasets", "protocols", "metrics", "seeds", "margin", "runs"});
    Plan plan;
    plan.name = textOf(json, "name", where);
    if (plan.name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") !=
            std::string::npos ||
        plan.name.empty() || plan.name.front() == '.')
        refuse(fmt::format("\"{}\" is no name of a plan.", plan.name),
               "It may have letters, digits, \"-\", \"_\" and \".\": reports are named after it.");
    plan.title = textOf(json, "title", where, plan.name);
    plan.source = json.contains("source") ? textOf(json, "source", where) : std::string();
    plan.shape = shapeFrom(textOf(json, "shows", where, "table"));
    plan.datasets = namesOf(json, "datasets", {});
    if (plan.datasets.empty()) refuse("The plan names no dataset.");
    plan.protocols = namesOf(json, "protocols", {"full"});
    for (const std::string& protocol : plan.protocols) candidatesFromName(protocol);
    plan.metrics = namesOf(json, "metrics", {"ndcg@10", "hr@10"});
    for (const std::string& metric : plan.metrics) metricOfRank(metric, 1);
    for (const std::string& seed : namesOf(json, "seeds", {"42"})) {
        if (seed.empty() || seed.find_first_not_of("0123456789") != std::string::npos || seed.size() > 18)
            refuse(fmt::format("\"{}\" is no seed.", seed), "Seeds are whole numbers from 0 on.");
        plan.seeds.push_back(std::stoull(seed));
    }
    const auto margin = json.find("margin");
    plan.margin = margin == json.end() ? 0.005 : margin->is_number() ? margin->get<double>() : -1;
    if (!(plan.margin >= 0 && plan.margin < 1)) refuse("\"margin\" is no number from 0 to 1.");
    const auto entries = json.find("runs");
    if (entries == json.end() || !entries->is_array() || entries->empty()) refuse("The plan has no \"runs\".");
    for (const Json& entry : *entries) plan.entries.push_back(entryFrom(entry, plan.entries.size() + 1));
    tellApart(plan.entries);
    return plan;
}

}  // namespace recscope
