// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/data/dataset.h"
#include "core/train/config.h"

namespace recscope {

/// What a model is, for lists and menus.
struct ModelInfo {
    std::string name;                 ///< "bert4rec"
    std::string title;                ///< "BERT4Rec"
    std::string summary;              ///< one sentence
    std::string paper;                ///< citation
    std::vector<std::string> losses;  ///< the first is the default
};

/// In the order of the Train page. A model's implementation joins in core/model/model_registry.cpp.
const std::vector<ModelInfo>& modelInfos();
/// Throws Error(Usage) with the names there are.
const ModelInfo& modelInfo(const std::string& name);

/// A named starting config with its source.
struct Preset {
    std::string name;    ///< "quick", "paper-ml1m"
    std::string title;   ///< "Paper: dense data (ML-1M), d=64"
    std::string source;  ///< where its values come from
    std::string aim;     ///< the published number it should come near, with data and protocol; may be empty
    RunConfig config;
};

/// Presets of a model for this dataset; paper values differ for dense (average length >= 50, as ML-1M) and sparse data.
std::vector<Preset> presetsFor(const std::string& model, const DatasetInfo& dataset);
/// "paper" is the paper's preset for data as dense as this. Throws Error(Usage) with the names there are.
Preset presetFor(const std::string& model, const std::string& name, const DatasetInfo& dataset);

}  // namespace recscope
