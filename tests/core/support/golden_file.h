// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/types.h>

#include <string>

#include "core/config/run_config.h"
#include "core/recommender/safetensors.h"

namespace recscope {

/// The largest allowed difference from "expected.NAME": eight times the float32 error of PyTorch itself, plus the
/// rounding of the stored numbers. The script measured that error ("tolerance.NAME"); at least half a unit in the last
/// place of the largest number is assumed. The factor eight allows for sums in a different order.
double goldenTolerance(const SafeTensors& golden, const std::string& name);

/// A file that a script in tests/golden made with PyTorch: config, weights, data and the numbers to expect.
class GoldenFile {
public:
    /// `name` is a path below tests/golden without the file extension, such as "gru4rec/ce".
    explicit GoldenFile(const std::string& name);

    const RunConfig& config() const { return m_config; }
    /// An integer of the metadata, such as "items".
    std::int32_t number(const std::string& key) const { return std::stoi(m_content.metadata.at(key)); }
    /// `name` is the full name of a tensor, such as "data.negatives".
    bool has(const std::string& name) const { return m_content.tensors.contains(name); }
    /// The tensors named "PREFIX.NAME", by NAME. The prefix is "weight" or "expected.GROUP".
    SafeTensors group(const std::string& prefix) const;
    std::vector<std::int32_t> tokens(const std::string& name) const;  ///< integers of "data.NAME"

    /// Expects `actual` to equal "expected.NAME" within `goldenTolerance`.
    void expectEqual(const torch::Tensor& actual, const std::string& name) const { expectEqual(actual, name, name); }
    /// Does the same for a single number, with the tolerance of the tensor `oneOf` that contains it: the error
    /// measured for a single number may be zero by chance.
    void expectEqual(const torch::Tensor& actual, const std::string& name, const std::string& oneOf) const;

private:
    SafeTensors m_content;
    RunConfig m_config;
};

}  // namespace recscope
