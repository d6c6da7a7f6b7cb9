// SPDX-License-Identifier: GPL-3.0-or-later
#include "golden_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "core/recommender/registry.h"

namespace recscope {

GoldenFile::GoldenFile(const std::string& name) {
    std::ifstream file(std::string(RECSCOPE_SOURCE_DIR "/tests/golden/") + name + ".safetensors", std::ios::binary);
    std::stringstream bytes;
    bytes << file.rdbuf();
    m_content = fromSafeTensors(bytes.str());
    m_config = configFromJson(m_content.metadata.at("config"));
}

SafeTensors GoldenFile::group(const std::string& prefix) const {
    SafeTensors matching;
    for (const auto& [name, tensor] : m_content.tensors) {
        if (name.starts_with(prefix + ".")) matching.tensors[name.substr(prefix.size() + 1)] = tensor;
    }
    return matching;
}

std::vector<std::int32_t> GoldenFile::tokens(const std::string& name) const {
    const torch::Tensor values = m_content.tensors.at("data." + name).to(torch::kInt).contiguous();
    return {values.data_ptr<std::int32_t>(), values.data_ptr<std::int32_t>() + values.numel()};
}

double goldenTolerance(const SafeTensors& golden, const std::string& name) {
    constexpr double kSumOrderFactor = 8;     // for sums in a different order; a wrong formula errs by 1e-2 or more
    constexpr double kFloatEpsilon = 1.2e-7;  // the expected numbers are stored as float32
    const double rounding = kFloatEpsilon * golden.tensors.at("expected." + name).abs().max().item<double>();
    // For a tensor of few numbers, such as a loss, the error that the script measured may be almost zero by chance.
    // Half a unit in the last place is the least error to expect of float32.
    const double measured = std::max(std::stod(golden.metadata.at("tolerance." + name)), rounding / 2);
    return kSumOrderFactor * measured + rounding;
}

void GoldenFile::expectEqual(const torch::Tensor& actual, const std::string& name, const std::string& oneOf) const {
    const torch::Tensor expected = m_content.tensors.at("expected." + name);
    ASSERT_EQ(actual.sizes(), expected.sizes()) << name;
    EXPECT_LE((actual - expected).abs().max().item<double>(), goldenTolerance(m_content, oneOf)) << name;
}

}  // namespace recscope
