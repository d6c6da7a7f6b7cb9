// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace recscope {

/// What the starter of several processes told one of them: its number, how many there are, and where they meet.
struct RankInfo {
    int rank = 0;         ///< 0…size-1; rank 0 leads
    int size = 1;         ///< processes
    std::string address;  ///< of rank 0's host; empty: all are on this host and meet by `launch`
    std::uint16_t port = 0;
    std::string launch;             ///< tells this start from others by the same starter
    std::optional<int> rankOnHost;  ///< 0… among the processes of its host, where the starter counted them
    std::string rankVariable;       ///< the variable that told the rank: wrappers around this process were told it, too
};

/// The value of an environment variable, or nothing.
using Environment = std::function<std::optional<std::string>(const std::string& name)>;
Environment processEnvironment();

/// Reads what torchrun (RANK, WORLD_SIZE, MASTER_ADDR, MASTER_PORT), Open MPI's mpirun (OMPI_COMM_WORLD_*), MPICH's and
/// Intel's (PMI_*) and srun (SLURM_*) set. Nothing if this process was started alone. Throws Error(Usage) if a number
/// makes no sense, or if processes on several hosts were not told where to meet.
std::optional<RankInfo> rankInfoFrom(const Environment& environment);

}  // namespace recscope
