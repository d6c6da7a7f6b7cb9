// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/distributed/rank_info.h"

#include <charconv>
#include <cstdlib>

#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

// The range from which the rendezvous port is chosen under srun: below the ephemeral ports of Linux (32768 and up).
constexpr std::int64_t kFirstPort = 20000, kPorts = 10000;
constexpr std::int64_t kLastPort = 65535;

/// Reads the environment variables set by a launcher.
class Variables {
public:
    explicit Variables(const Environment& environment) : m_environment(environment) {}

    std::string text(const std::string& name) const { return m_environment(name).value_or(""); }
    bool has(const std::string& name) const { return !text(name).empty(); }

    std::int64_t number(const std::string& name, std::int64_t minimum, std::int64_t maximum) const {
        const std::string value = text(name);
        std::int64_t read = 0;
        const auto [end, failure] = std::from_chars(value.data(), value.data() + value.size(), read);
        if (value.empty() || failure != std::errc() || end != value.data() + value.size() || read < minimum ||
            read > maximum)
            throw Error(ErrorKind::Usage,
                        translated("The environment variable {} is \"{}\"; it must be a number from {} to {}.", name,
                                   value, minimum, maximum),
                        translated("The launcher of this process sets it. To train with a single process, unset it."));
        return read;
    }

private:
    const Environment& m_environment;
};

constexpr std::int64_t kMaxProcesses = 4096;

/// Reads the environment variables with these names. Returns nothing if there is only one process, which then runs as
/// an ordinary process.
std::optional<RankInfo> rankInfoOf(const Variables& all, const std::string& rank, const std::string& rankOnHost,
                                   const std::string& size) {
    RankInfo rankInfo;
    rankInfo.rankVariable = rank;
    rankInfo.size = static_cast<int>(all.number(size, 1, kMaxProcesses));
    if (rankInfo.size == 1) return std::nullopt;
    rankInfo.rank = static_cast<int>(all.number(rank, 0, rankInfo.size - 1));
    if (all.has(rankOnHost)) rankInfo.rankOnHost = static_cast<int>(all.number(rankOnHost, 0, rankInfo.size - 1));
    return rankInfo;
}

void setMasterAddress(RankInfo& rankInfo, const Variables& all) {
    if (!all.has("MASTER_ADDR") || !all.has("MASTER_PORT"))
        throw Error(
            ErrorKind::Usage,
            translated("This process is one of {}, but the address of their rendezvous is not set.", rankInfo.size),
            translated(
                "Set MASTER_ADDR to the host of rank 0 and MASTER_PORT to a free port there, for all processes."));
    rankInfo.address = all.text("MASTER_ADDR");
    rankInfo.port = static_cast<std::uint16_t>(all.number("MASTER_PORT", 1, kLastPort));
}

std::optional<RankInfo> torchrunRankInfo(const Variables& all) {
    std::optional<RankInfo> rankInfo = rankInfoOf(all, "RANK", "LOCAL_RANK", "WORLD_SIZE");
    if (!rankInfo) return rankInfo;
    const bool isTorchrun = all.has("TORCHELASTIC_RUN_ID");
    if (isTorchrun && all.text("LOCAL_WORLD_SIZE") == all.text("WORLD_SIZE")) {
        rankInfo->launch = "torchrun " + all.text("TORCHELASTIC_RUN_ID") + " " + all.text("MASTER_PORT") + " " +
                           all.text("TORCHELASTIC_RESTART_COUNT");
        return rankInfo;
    }
    setMasterAddress(*rankInfo, all);
    // With the agent store, torchrun itself listens on MASTER_PORT, in every version of PyTorch. So use the next port,
    // or the previous one if MASTER_PORT is the last port.
    if (isTorchrun && all.text("TORCHELASTIC_USE_AGENT_STORE") == "True")
        rankInfo->port = static_cast<std::uint16_t>(rankInfo->port == kLastPort ? kLastPort - 1 : rankInfo->port + 1);
    return rankInfo;
}

/// The variable names of one mpirun implementation.
struct MpiNames {
    const char *rank, *rankOnHost, *size, *sizeOnHost;
};
constexpr MpiNames kOpenMpi{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_LOCAL_RANK", "OMPI_COMM_WORLD_SIZE",
                            "OMPI_COMM_WORLD_LOCAL_SIZE"};
constexpr MpiNames kMpich{"PMI_RANK", "MPI_LOCALRANKID", "PMI_SIZE", "MPI_LOCALNRANKS"};

/// The rank info that mpirun provides. mpirun sets the number of processes on this host, but no address of another
/// host, so processes on several hosts need MASTER_ADDR and MASTER_PORT.
std::optional<RankInfo> mpiRankInfo(const Variables& all, const MpiNames& names, const std::string& launch) {
    std::optional<RankInfo> rankInfo = rankInfoOf(all, names.rank, names.rankOnHost, names.size);
    if (!rankInfo) return rankInfo;
    if (!all.has("MASTER_ADDR") && all.text(names.sizeOnHost) == all.text(names.size))
        rankInfo->launch = "mpirun " + launch;
    else
        setMasterAddress(*rankInfo, all);
    return rankInfo;
}

/// "node3" of "node[3-5,9],login": the first host of Slurm's list.
std::string firstHost(const std::string& list) {
    const std::size_t end = list.find_first_of(",[");
    if (end == std::string::npos || list[end] == ',') return list.substr(0, end);
    const std::size_t numberEnd = list.find_first_of(",-]", end);
    return numberEnd == std::string::npos ? list : list.substr(0, end) + list.substr(end + 1, numberEnd - end - 1);
}

std::optional<RankInfo> slurmRankInfo(const Variables& all) {
    std::optional<RankInfo> rankInfo = rankInfoOf(all, "SLURM_PROCID", "SLURM_LOCALID", "SLURM_STEP_NUM_TASKS");
    if (!rankInfo) return rankInfo;
    const std::string step = all.text("SLURM_JOB_ID") + "." + all.text("SLURM_STEP_ID");
    if (all.has("MASTER_ADDR") && all.has("MASTER_PORT")) {
        setMasterAddress(*rankInfo, all);
    } else if (all.text("SLURM_STEP_NUM_NODES") == "1") {
        rankInfo->launch = "srun " + step;
    } else {
        rankInfo->address =
            all.has("MASTER_ADDR") ? all.text("MASTER_ADDR") : firstHost(all.text("SLURM_STEP_NODELIST"));
        if (rankInfo->address.empty()) setMasterAddress(*rankInfo, all);  // throws, because no address is known
        // All processes derive the same port from the job and the step; different jobs rarely get the same one.
        const std::int64_t maximum = std::int64_t{1} << 40;
        rankInfo->port = static_cast<std::uint16_t>(
            kFirstPort +
            (all.number("SLURM_JOB_ID", 0, maximum) * 61 + all.number("SLURM_STEP_ID", 0, maximum)) % kPorts);
    }
    return rankInfo;
}

}  // namespace

Environment processEnvironment() {
    return [](const std::string& name) -> std::optional<std::string> {
        const char* const value = std::getenv(name.c_str());
        return value == nullptr ? std::nullopt : std::optional<std::string>(value);
    };
}

std::optional<RankInfo> rankInfoFrom(const Environment& environment) {
    const Variables all(environment);
    if (all.has("RANK") && all.has("WORLD_SIZE")) return torchrunRankInfo(all);
    // Checked before Slurm, because processes that mpirun starts inside a Slurm job also have Slurm's variables.
    if (all.has("OMPI_COMM_WORLD_SIZE")) return mpiRankInfo(all, kOpenMpi, all.text("PMIX_NAMESPACE"));
    // Only tasks started by srun belong to a step; a batch script is an ordinary process.
    const bool isStep = all.has("SLURM_STEP_ID") && all.has("SLURM_STEP_NUM_TASKS") && all.has("SLURM_PROCID");
    if (all.has("PMI_SIZE") && !(isStep && all.text("PMI_SIZE") == all.text("SLURM_STEP_NUM_TASKS")))
        return mpiRankInfo(all, kMpich, "");
    if (isStep) return slurmRankInfo(all);
    return std::nullopt;
}

}  // namespace recscope
