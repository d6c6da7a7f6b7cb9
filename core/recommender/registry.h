// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/config/config_schema.h"
#include "core/recommender/capabilities.h"
#include "core/sequence/dataset.h"

namespace recscope {

/// What a model is, for lists and menus.
struct ModelInfo {
    std::string name;     ///< "bert4rec"
    std::string title;    ///< "BERT4Rec"
    std::string summary;  ///< one sentence
    std::string paper;    ///< citation
};

inline constexpr const char* kQuickPreset = "quick";  ///< every model has one; it stops early by itself

/// A named starting config with its source.
struct Preset {
    std::string name;    ///< "quick", "paper-ml1m"
    std::string title;   ///< "Paper: dense data (ML-1M), d=64"
    std::string source;  ///< where its values come from
    std::string aim;     ///< the published number it should come near, with data and protocol; may be empty
    RunConfig config;
};

/// In the order of the Train page. A model joins with one line in registry.cpp.
const std::vector<ModelInfo>& modelInfos();
/// Throws Error(Usage) with the names there are.
const ModelInfo& modelInfo(const std::string& name);

/// The model as its paper has it, with the values of no preset. Throws Error(Usage) for an unknown model.
RunConfig defaultConfig(const std::string& model);
/// Keys that are missing keep their default; keys that only other models have are left out (older versions wrote them
/// all). Throws Error(Usage) for an unknown model, unknown keys and bad values.
RunConfig configFromJson(const std::string& json);
/// Nothing if it cannot be read: another version wrote it.
std::optional<RunConfig> readableConfig(const std::string& json);
/// What no single key can know, such as heads that divide the width. Throws Error(Usage).
void checkConfig(const RunConfig& config);
Capabilities capabilitiesOf(const RunConfig& config);

/// The keys of these models, each once.
std::vector<ConfigField> fieldsOf(const std::vector<std::string>& models);
/// The keys of all models.
std::vector<ConfigField> allFields();

/// Presets of a model for this dataset; paper values differ for dense (average length >= 50, as ML-1M) and sparse data.
std::vector<Preset> presetsFor(const std::string& model, const DatasetInfo& dataset);
/// "paper" is the paper's preset for data as dense as this. Throws Error(Usage) with the names there are.
Preset presetFor(const std::string& model, const std::string& name, const DatasetInfo& dataset);

}  // namespace recscope
