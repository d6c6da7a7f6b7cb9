// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/config/run_config.h"
#include "core/models/transformer/known_programs.h"
#include "core/recommender/safetensors.h"

namespace recscope {

/// Where one of our tensors comes from. `{i}` stands for the layer.
struct TensorSource {
    std::string ours;    ///< "layers.{i}.attention.query"
    std::string theirs;  ///< "trm_encoder.layer.{i}.multi_head_attention.query"
    /// .weight and .bias of both, or the names as they are.
    enum class Kind { Module, Tensor } kind = Kind::Module;
    /// Rows begin…end-1 of their first dimension, in parts: {1, 3} is the second third.
    int part = 0, parts = 1;
};

/// What is known of one program's weights.
struct LayoutRules {
    WeightLayout layout;
    std::string items;                   ///< their item embedding; row r = item r, row 0 = padding
    std::string positions;               ///< their position embedding
    std::vector<std::string> signature;  ///< tensors that only this program has
    std::vector<TensorSource> tensors;
    bool zeroPositionIsPadding = false;   ///< a first position of zeros is there for padding alone
    RunConfig config;                     ///< the architecture their code has; sizes come from the tensors
    std::vector<TensorSource> ifPresent;  ///< parts that only some of its versions have
    /// Changes what the tables cannot say.
    std::function<void(const SafeTensors& theirs, SafeTensors& ours, RunConfig& config)> finish;
};

const std::vector<LayoutRules>& layoutRules();

}  // namespace recscope
