// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "core/metrics/metrics.h"
#include "core/models/autoencoder/autoencoder.h"
#include "core/models/bert4rec/bert4rec.h"
#include "core/models/bigram/bigram.h"
#include "core/models/bpr_mf/bpr_mf.h"
#include "core/models/caser/caser.h"
#include "core/models/cbow/cbow.h"
#include "core/models/esasrec/esasrec.h"
#include "core/models/fixed_lists/fixed_lists.h"
#include "core/models/fmc/fmc.h"
#include "core/models/fpmc/fpmc.h"
#include "core/models/gru4rec/gru4rec.h"
#include "core/models/hstu/hstu.h"
#include "core/models/item_knn/item_knn.h"
#include "core/models/narm/narm.h"
#include "core/models/ncf/ncf.h"
#include "core/models/ngram/ngram.h"
#include "core/models/popularity/popularity.h"
#include "core/models/recurrent/recurrent.h"
#include "core/models/rum/rum.h"
#include "core/models/sasrec/sasrec.h"
#include "core/models/skip_gram/skip_gram.h"
#include "core/models/stamp/stamp.h"
#include "core/models/torchscript/torchscript.h"
#include "core/models/transrec/transrec.h"
#include "core/recommender/model_entry.h"
#include "core/recommender/recommender.h"
#include "core/recommender/training_module.h"
#include "core/recommender/unknown_keys.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

// Data with at least this average history length is dense. The value lies between Steam (12.4) and ML-20M (144.4) in
// Table 1 of the BERT4Rec paper.
constexpr double kDenseLength = 50;

const std::vector<ModelEntry>& entries() {
    // One line per model.
    // clang-format off
    static const std::vector<ModelEntry> all = {
        bert4RecEntry(),
        sasRecEntry(),
        eSasRecEntry(),
        gru4RecEntry(),
        hstuEntry(),
        cbowEntry(),
        skipGramEntry(),
        transRecEntry(),
        fpmcEntry(),
        fmcEntry(),
        narmEntry(),
        stampEntry(),
        dreamEntry(),
        userGruEntry(),
        lstmEntry(),
        caserEntry(),
        rumEntry(),
        bprMfEntry(),
        itemKnnEntry(),
        ncfEntry(),
        autoRecEntry(),
        cdaeEntry(),
        rbmEntry(),
        ngramEntry(),
        bigramEntry(),
        popularityEntry(),
    };
    // clang-format on
    return all;
}

/// Models that come from files of other programs and cannot be trained.
const std::vector<ModelEntry>& adoptedEntries() {
    static const std::vector<ModelEntry> all = {fixedListsEntry(), torchScriptEntry()};
    return all;
}

const std::string& nameOfEntry(const Preset& preset) {
    return preset.name;
}
const std::string& nameOfEntry(const ModelEntry& entry) {
    return entry.info.name;
}

std::string noneNamed(const ModelEntry* /*kind*/, const std::string& name) {
    return translated("There is no model named \"{}\".", name);
}
std::string noneNamed(const Preset* /*kind*/, const std::string& name) {
    return translated("There is no preset named \"{}\".", name);
}

/// Finds the entry of that name or throws an error that lists the known names.
template <class Entry>
const Entry& entryNamed(const std::vector<Entry>& entries, const std::string& name) {
    std::string names;
    for (const Entry& entry : entries) {
        if (nameOfEntry(entry) == name) return entry;
        names += (names.empty() ? "" : ", ") + nameOfEntry(entry);
    }
    throw Error(ErrorKind::Usage, noneNamed(static_cast<const Entry*>(nullptr), name), translated("Known: {}.", names));
}

/// The number of validations without improvement after which a quick run ends: a third of the planned validations, but
/// at least five, because a shorter stretch without improvement may occur by chance. The longest such stretch after
/// which a measured run still improved was less than half as long (datasets/RESULTS.md). The margin allows for late
/// improvements when the learning rate decays to 0.
std::int64_t quickPatience(const TrainingConfig& training) {
    constexpr std::int64_t kShare = 3, kMinPatience = 5;
    const std::int64_t validations = (training.epochs + training.evaluateEvery - 1) / training.evaluateEvery;
    return std::max(kMinPatience, (validations + kShare - 1) / kShare);
}

bool isDense(const DatasetInfo& dataset) {
    return dataset.averageLength() >= kDenseLength;
}

bool isKnown(const std::string& key) {
    return std::any_of(entries().begin(), entries().end(),
                       [&](const ModelEntry& entry) { return entry.config.schema->find(key); });
}

}  // namespace

const ModelEntry& modelEntry(const std::string& name) {
    const auto adopted = std::find_if(adoptedEntries().begin(), adoptedEntries().end(),
                                      [&](const ModelEntry& entry) { return entry.info.name == name; });
    return adopted != adoptedEntries().end() ? *adopted : entryNamed(entries(), name);
}

const std::vector<ModelInfo>& modelInfos() {
    static const std::vector<ModelInfo> infos = [] {
        std::vector<ModelInfo> list;
        for (const ModelEntry& entry : entries()) list.push_back(entry.info);
        return list;
    }();
    return infos;
}

const ModelInfo& modelInfo(const std::string& name) {
    return modelEntry(name).info;
}

bool canBeTrained(const std::string& model) {
    return std::any_of(entries().begin(), entries().end(),
                       [&](const ModelEntry& entry) { return entry.info.name == model; });
}

RunConfig defaultConfig(const std::string& model) {
    return modelEntry(model).config;
}

RunConfig configFromJson(const std::string& json) {
    const auto object = nlohmann::json::parse(json, nullptr, /*allow_exceptions=*/false);
    if (!object.is_object()) {
        throw Error(ErrorKind::Usage, translated("The config is not a JSON object."),
                    translated("Expected {\"model\": …, \"dim\": …}."));
    }
    const auto model = object.find("model");
    RunConfig config = defaultConfig(model != object.end() && model->is_string() ? model->get<std::string>()
                                                                                 : entries().front().info.name);
    std::set<std::string> unknown;
    for (const auto& [key, value] : object.items()) {
        if (key == "model" || (!config.schema->find(key) && isKnown(key))) continue;
        if (value.is_null())
            unknown.insert(key);
        else
            setConfigValue(config, key, value.is_string() ? value.get<std::string>() : value.dump());
    }
    return unknown.empty() ? config : withUnknownKeys(std::move(config), unknown);
}

std::optional<RunConfig> readableConfig(const std::string& json) {
    try {
        return configFromJson(json);
    } catch (const Error&) {
        return std::nullopt;
    }
}

void checkConfig(const RunConfig& config) {
    metricNamed(config.training.validationMetric);  // throws if there is no such metric
    modelEntry(config.model).check(config);
}

std::unique_ptr<Recommender> makeRecommender(const RunConfig& config, const ModelShape& shape,
                                             InitialWeights initialWeights) {
    checkConfig(config);
    return modelEntry(config.model).make(config, shape, initialWeights);
}

Capabilities capabilitiesOf(const RunConfig& config) {
    return modelEntry(config.model).capabilities(config);
}

LossUnit lossUnitOf(const RunConfig& config) {
    const ModelEntry& entry = modelEntry(config.model);
    if (entry.lossUnit) return entry.lossUnit(config);
    const bool isTop1 = config.loss.kind == LossKind::Top1 || config.loss.kind == LossKind::Top1Max;
    return isTop1 ? LossUnit::None : LossUnit::Nats;
}

std::vector<ConfigField> fieldsOf(const std::vector<std::string>& models) {
    std::vector<ConfigField> fields;
    for (const std::string& model : models) {
        std::size_t after = 0;  // index after the predecessor of `key`, where a new key is inserted
        for (const ConfigKey& key : modelEntry(model).config.schema->keys()) {
            const auto same = std::find_if(fields.begin(), fields.end(),
                                           [&](const ConfigField& field) { return field.key == key.field.key; });
            if (same == fields.end())
                fields.insert(fields.begin() + static_cast<std::ptrdiff_t>(after++), key.field);
            else
                after = static_cast<std::size_t>(same - fields.begin()) + 1;
        }
    }
    return fields;
}

std::vector<ConfigField> allFields() {
    std::vector<std::string> models;
    for (const ModelInfo& info : modelInfos()) models.push_back(info.name);
    return fieldsOf(models);
}

std::vector<Preset> presetsFor(const std::string& model, const DatasetInfo& dataset) {
    std::vector<Preset> presets = modelEntry(model).presets(isDense(dataset), dataset);
    for (Preset& preset : presets) {
        // Every model trained in epochs stops early under this preset; counting models have one epoch.
        if (preset.name == kQuickPreset && capabilitiesOf(preset.config).trainsByGradientDescent)
            preset.config.training.patience = quickPatience(preset.config.training);
        if (dataset.hasOrders) preset.config.split = SplitKind::NextOrder;
        for (std::string* words : {&preset.title, &preset.source, &preset.aim}) *words = translated(*words);
    }
    return presets;
}

Preset presetFor(const std::string& model, const std::string& name, const DatasetInfo& dataset) {
    if (modelEntry(model).info.name == model && !canBeTrained(model)) {
        throw Error(ErrorKind::Usage,
                    translated("{} was made elsewhere and cannot be trained here.", translated(modelInfo(model).title)),
                    translated("Adopt another file to get another run."));
    }
    const std::string requested = name == "paper"   ? modelEntry(model).paperPreset(isDense(dataset))
                                  : name == "swift" ? "fast"  // the earlier spelling, still accepted
                                                    : name;
    return entryNamed(presetsFor(model, dataset), requested);
}

}  // namespace recscope
