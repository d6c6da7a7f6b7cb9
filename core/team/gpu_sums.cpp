// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/team/gpu_sums.h"

#include "core/team/own_gpus.h"
#include "core/team/team_links.h"
#ifdef RECSCOPE_NCCL
#include "core/team/nccl_sums.h"
#endif

namespace recscope {

std::shared_ptr<GpuSums> gpuSumsOf(Team& team, const torch::Device& device) {
    std::optional<std::shared_ptr<GpuSums>>& known = team.links().gpuSums;
    if (known) return *known;
#ifdef RECSCOPE_NCCL
    known.emplace(haveOwnGpus(team, nameOfGpu(device)) ? std::make_shared<NcclSums>(team.links(), device) : nullptr);
#else
    static_cast<void>(device);
    static_cast<void>(haveOwnGpus(team, {}));  // the others may be built otherwise: they ask, too
    known.emplace(nullptr);
#endif
    return *known;
}

}  // namespace recscope
