// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/distributed/gpu_sums.h"

#include "core/distributed/own_gpus.h"
#include "core/distributed/process_group_links.h"
#ifdef RECSCOPE_NCCL
#include "core/distributed/nccl_sums.h"
#endif

namespace recscope {

std::shared_ptr<GpuSums> gpuSumsOf(ProcessGroup& processGroup, const torch::Device& device) {
    std::optional<std::shared_ptr<GpuSums>>& known = processGroup.links().gpuSums;
    if (known) return *known;
#ifdef RECSCOPE_NCCL
    known.emplace(haveOwnGpus(processGroup, nameOfGpu(device))
                      ? std::make_shared<NcclSums>(processGroup.links(), device)
                      : nullptr);
#else
    static_cast<void>(device);
    static_cast<void>(haveOwnGpus(processGroup, {}));  // collective: processes that have NCCL also call it
    known.emplace(nullptr);
#endif
    return *known;
}

}  // namespace recscope
