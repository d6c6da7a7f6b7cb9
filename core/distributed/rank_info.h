// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace recscope {

/// What a launcher passes to one of several processes: its rank, their number, and the rendezvous.
struct RankInfo {
    int rank = 0;         ///< 0…size-1; rank 0 leads
    int size = 1;         ///< number of processes
    std::string address;  ///< address of rank 0's host; empty = all are on this host and find each other by `launch`
    std::uint16_t port = 0;
    std::string launch;  ///< distinguishes this launch from other launches by the same launcher
    /// 0-based, among the processes of this host; nothing if the launcher does not set it.
    std::optional<int> rankOnHost;
    std::string rankVariable;  ///< environment variable that holds the rank; wrapper scripts between launcher and
                               ///< process also have it
};

/// Returns the value of an environment variable, or nothing if it is not set.
using Environment = std::function<std::optional<std::string>(const std::string& name)>;
Environment processEnvironment();

/// Reads the variables set by torchrun (RANK, WORLD_SIZE, MASTER_ADDR, MASTER_PORT), by Open MPI's mpirun
/// (OMPI_COMM_WORLD_*), by the mpirun of MPICH and Intel MPI (PMI_*) and by srun (SLURM_*). Returns nothing if this
/// process was started alone. Throws Error(Usage) if a number is out of range, or if processes on several hosts have no
/// rendezvous address.
std::optional<RankInfo> rankInfoFrom(const Environment& environment);

}  // namespace recscope
