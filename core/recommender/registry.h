// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/config/config_schema.h"
#include "core/recommender/capabilities.h"
#include "core/sequence/dataset.h"

namespace recscope {

/// The description of a model for lists and menus.
struct ModelInfo {
    std::string name;     ///< "bert4rec"
    std::string title;    ///< "BERT4Rec"
    std::string summary;  ///< one sentence
    std::string paper;    ///< citation
};

inline constexpr const char* kQuickPreset = "quick";  ///< every trainable model has a preset of this name

/// A named starting config with its source.
struct Preset {
    std::string name;    ///< "quick", "paper-ml1m"
    std::string title;   ///< "Paper: dense data (ML-1M), d=64"
    std::string source;  ///< where its values come from
    std::string aim;     ///< the published result it should approach, with data and protocol; may be empty
    RunConfig config;
};

/// All models that can be trained, in the order of the Train page. One line in registry.cpp registers a model.
const std::vector<ModelInfo>& modelInfos();
/// Finds models of `modelInfos` and models that only come from files. For an unknown name, throws an Error(Usage) that
/// lists the models of `modelInfos`.
const ModelInfo& modelInfo(const std::string& name);

/// False for models that only come from files.
bool canBeTrained(const std::string& model);

/// The config of the model as in its paper, without the values of any preset. Throws Error(Usage) for an unknown model.
RunConfig defaultConfig(const std::string& model);
/// Parses a config. Missing keys keep their defaults; keys that only other models have are ignored (older versions
/// wrote all keys). Throws Error(Usage) for an unknown model, unknown keys and bad values.
RunConfig configFromJson(const std::string& json);
/// Like `configFromJson`, but returns nothing if the config cannot be read because another version wrote it.
std::optional<RunConfig> readableConfig(const std::string& json);
/// Checks the name of the validation metric, and constraints between keys, for example that the number of heads divides
/// the width. Throws Error(Usage).
void checkConfig(const RunConfig& config);
Capabilities capabilitiesOf(const RunConfig& config);

/// The config fields of these models; a field that several models share occurs once.
std::vector<ConfigField> fieldsOf(const std::vector<std::string>& models);
std::vector<ConfigField> allFields();

/// Presets of a model for this dataset; paper values differ for dense (average length >= 50, such as ML-1M) and sparse
/// data. If the dataset has orders (baskets), the presets use SplitKind::NextOrder.
std::vector<Preset> presetsFor(const std::string& model, const DatasetInfo& dataset);
/// The preset of that name; "paper" denotes the paper's preset for data of this density. Throws an Error(Usage) that
/// lists the known names.
Preset presetFor(const std::string& model, const std::string& name, const DatasetInfo& dataset);

}  // namespace recscope
