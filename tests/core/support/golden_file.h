// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include <string>

#include "core/config/run_config.h"
#include "core/recommender/safetensors.h"

namespace recscope {

/// How far a number of a golden file may be from "expected.NAME". A correct float32 program may differ from the exact
/// number about as far as PyTorch's own float32 does, which the script measured ("tolerance.NAME"), and by half a unit
/// in the last position of the largest in any case; sums in another order can double that a few times over.
double goldenTolerance(const SafeTensors& golden, const std::string& name);

/// A file that a script in tests/golden made with PyTorch: config, weights, data and the numbers to expect.
class GoldenFile {
public:
    /// "gru4rec/ce": relative to tests/golden, without its ending.
    explicit GoldenFile(const std::string& name);

    const RunConfig& config() const { return m_config; }
    std::int32_t number(const std::string& key) const { return std::stoi(m_content.metadata.at(key)); }
    bool has(const std::string& name) const { return m_content.tensors.contains(name); }
    /// The tensors named "weight.NAME" or "expected.GROUP.NAME", by NAME.
    SafeTensors group(const std::string& prefix) const;
    std::vector<std::int32_t> tokens(const std::string& name) const;  ///< integers of "data.NAME"

    /// Within `goldenTolerance`.
    void expectEqual(const torch::Tensor& actual, const std::string& name) const { expectEqual(actual, name, name); }
    /// Within the tolerance of `oneOf`, the tensor that contains the number: the error measured for a single number may
    /// be zero by chance.
    void expectEqual(const torch::Tensor& actual, const std::string& name, const std::string& oneOf) const;

private:
    SafeTensors m_content;
    RunConfig m_config;
};

}  // namespace recscope
