// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include <string>

#include "core/config/run_config.h"
#include "core/recommender/safetensors.h"

namespace recscope {

/// The largest allowed difference from "expected.NAME". A correct float32 program may differ from the exact number
/// about as much as PyTorch's own float32 does, which the script measured ("tolerance.NAME"), and always by half a unit
/// in the last place of the largest number; sums in another order can multiply that by up to eight.
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
    /// Within the tolerance of the tensor `oneOf`, which contains the number: the error measured for a single number
    /// may be zero by chance.
    void expectEqual(const torch::Tensor& actual, const std::string& name, const std::string& oneOf) const;

private:
    SafeTensors m_content;
    RunConfig m_config;
};

}  // namespace recscope
