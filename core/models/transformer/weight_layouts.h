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

/// Which tensor of another program (`theirs`) becomes which tensor of RecScope (`ours`). `{i}` stands for the index of
/// the layer.
struct TensorSource {
    std::string ours;    ///< name in RecScope: "layers.{i}.attention.query"
    std::string theirs;  ///< name in that program: "trm_encoder.layer.{i}.multi_head_attention.query"
    /// Module: `ours` and `theirs` name modules, whose .weight and .bias are taken; Tensor: they name tensors.
    enum class Kind { Module, Tensor } kind = Kind::Module;
    /// `theirs` is divided into `parts` equal parts along its first dimension, and part number `part` (from 0) is
    /// taken.
    int part = 0, parts = 1;
};

/// The rules for importing the weights of one program; "their" tensors are those of that program.
struct LayoutRules {
    WeightLayout layout;
    std::string items;  ///< name of their item embedding; row r = item r, row 0 = padding
    /// Which row of the item embedding belongs to [MASK], if any. First: row 1, so that item r has row r + 1.
    enum class MaskRow { Last, First } maskRow = MaskRow::Last;
    std::string positions;               ///< name of their position embedding
    std::vector<std::string> signature;  ///< tensors that only this program has
    std::vector<TensorSource> tensors;
    bool zeroPositionIsPadding = false;   ///< a first position vector of zeros belongs to padding and is skipped
    RunConfig config;                     ///< the architecture of that program's model; sizes are read from the tensors
    std::vector<TensorSource> ifPresent;  ///< tensors that only some versions of the program have
    /// Tensors of parts that RecScope does not have. Weights with such a tensor are refused with this sentence.
    std::map<std::string, std::string> refused = {};
    std::string notAutomatic = {};  ///< why "auto" must not choose this layout; empty if it may
    /// Makes changes that the members above cannot express; may be null.
    std::function<void(const SafeTensors& theirs, SafeTensors& ours, RunConfig& config)> finish;
};

/// The rules of all programs except RecScope itself, in the order in which they are tried.
const std::vector<LayoutRules>& layoutRules();

}  // namespace recscope
