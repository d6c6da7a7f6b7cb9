// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/distributed/own_gpus.h"

#include <algorithm>
#include <set>
#include <vector>

#include "core/distributed/process_group.h"

namespace recscope {

namespace {
constexpr std::size_t kMaxNameLength = 64;
}

bool haveOwnGpus(ProcessGroup& processGroup, const std::string& gpuName) {
    // Each process fills its own slot and leaves zeros elsewhere, so the sum collects all names; float sums of bytes
    // are exact.
    std::vector<float> bytes(static_cast<std::size_t>(processGroup.size()) * kMaxNameLength);
    const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(kMaxNameLength) * processGroup.rank();
    std::transform(gpuName.begin(),
                   gpuName.begin() + static_cast<std::ptrdiff_t>(std::min(gpuName.size(), kMaxNameLength)), begin,
                   [](char byte) { return static_cast<float>(static_cast<unsigned char>(byte)); });
    processGroup.sum(std::span<float>(bytes));
    std::set<std::vector<float>> names;
    for (auto name = bytes.begin(); name != bytes.end(); name += kMaxNameLength) {
        if (*name == 0) return false;  // the process of this slot has no GPU
        names.emplace(name, name + kMaxNameLength);
    }
    return names.size() == static_cast<std::size_t>(processGroup.size());
}

}  // namespace recscope
