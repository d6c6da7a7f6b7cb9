// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <torch/csrc/distributed/c10d/ProcessGroupNCCL.hpp>

#include "core/distributed/gpu_sums.h"
#include "core/distributed/process_group_links.h"

namespace recscope {

/// Sums by c10d's NCCL process group. The CPU waits for each sum, so that it can stop waiting when another process is
/// lost: the NCCL kernel itself would wait forever.
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

/// A unique identifier of the GPU, identical in every process that can see it; empty if its properties cannot be read.
std::string nameOfGpu(const torch::Device& device);

}  // namespace recscope
