// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <torch/csrc/distributed/c10d/ProcessGroupNCCL.hpp>

#include "core/distributed/gpu_sums.h"
#include "core/distributed/process_group_links.h"

namespace recscope {

/// c10d's group of NCCL. A sum is waited for here, so that it ends when another process is lost: NCCL's kernel by
/// itself would wait for ever.
class NcclSums : public GpuSums {
public:
    NcclSums(ProcessGroup::Links& links, const torch::Device& device);
    ~NcclSums() override;
    void sum(const std::vector<torch::Tensor>& tensors) override;

private:
    using Group = c10::intrusive_ptr<c10d::ProcessGroupNCCL>;
    Group connect() const;
    void finish(const c10::intrusive_ptr<c10d::Work>& work);
    void abandon();

    ProcessGroup::Links& m_links;
    torch::Device m_device;
    Group m_group;
};

/// The same text in all processes that see this GPU; empty if it cannot be asked.
std::string nameOfGpu(const torch::Device& device);

}  // namespace recscope
