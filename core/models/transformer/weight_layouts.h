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

/// Where one of RecScope's tensors comes from. `{i}` is the layer.
struct TensorSource {
    std::string ours;    ///< "layers.{i}.attention.query"
    std::string theirs;  ///< "trm_encoder.layer.{i}.multi_head_attention.query"
    /// Module: .weight and .bias of both; Tensor: the names as they are.
    enum class Kind { Module, Tensor } kind = Kind::Module;
    /// Which part of their first dimension, of how many: {1, 3} is the second third.
    int part = 0, parts = 1;
};

/// The rules for importing the weights of one program.
struct LayoutRules {
    WeightLayout layout;
    std::string items;                   ///< their item embedding; row r = item r, row 0 = padding
    std::string positions;               ///< their position embedding
    std::vector<std::string> signature;  ///< tensors that only this program has
    std::vector<TensorSource> tensors;
    bool zeroPositionIsPadding = false;   ///< a first position of zeros is for padding only
    RunConfig config;                     ///< the architecture their code has; sizes come from the tensors
    std::vector<TensorSource> ifPresent;  ///< parts that only some of its versions have
    /// Applies what the tables cannot express.
    std::function<void(const SafeTensors& theirs, SafeTensors& ours, RunConfig& config)> finish;
};

const std::vector<LayoutRules>& layoutRules();

}  // namespace recscope
