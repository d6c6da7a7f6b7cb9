// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/distributed/rank_info.h"

#include <gtest/gtest.h>

#include <map>

#include "core/distributed/process_cores.h"
#include "core/util/error.h"

namespace recscope {
namespace {

using Variables = std::map<std::string, std::string>;

std::optional<RankInfo> rankInfoOf(const Variables& variables) {
    return rankInfoFrom([&](const std::string& name) -> std::optional<std::string> {
        const auto variable = variables.find(name);
        return variable == variables.end() ? std::nullopt : std::optional(variable->second);
    });
}

std::string errorOf(const Variables& variables) {
    try {
        rankInfoOf(variables);
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

TEST(RankInfo, AProcessStartedAloneHasNoRankInfo) {
    EXPECT_FALSE(rankInfoOf({}));
    EXPECT_FALSE(rankInfoOf({{"RANK", "0"}, {"WORLD_SIZE", "1"}}));
    EXPECT_FALSE(rankInfoOf({{"OMPI_COMM_WORLD_RANK", "0"}, {"OMPI_COMM_WORLD_SIZE", "1"}}));
}

TEST(RankInfo, ASlurmBatchScriptRunsAloneAlthoughItsJobHasTasks) {
    EXPECT_FALSE(rankInfoOf({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "4"}, {"SLURM_JOB_ID", "7"}}));
}

TEST(RankInfo, ProcessesConfiguredByHandUseMasterAddrAndMasterPort) {
    const auto rankInfo =
        rankInfoOf({{"RANK", "1"}, {"WORLD_SIZE", "4"}, {"MASTER_ADDR", "10.0.0.1"}, {"MASTER_PORT", "4000"}});
    ASSERT_TRUE(rankInfo);
    EXPECT_EQ(rankInfo->rank, 1);
    EXPECT_EQ(rankInfo->size, 4);
    EXPECT_EQ(rankInfo->address, "10.0.0.1");
    EXPECT_EQ(rankInfo->port, 4000);
}

Variables torchrun(const std::string& localSize) {
    return {{"RANK", "2"},
            {"WORLD_SIZE", "4"},
            {"LOCAL_WORLD_SIZE", localSize},
            {"MASTER_ADDR", "head"},
            {"MASTER_PORT", "29500"},
            {"TORCHELASTIC_RUN_ID", "none"},
            {"TORCHELASTIC_USE_AGENT_STORE", "True"}};
}

TEST(RankInfo, ProcessesOfTorchrunOnOneHostNeedNoPort) {
    const auto rankInfo = rankInfoOf(torchrun("4"));
    ASSERT_TRUE(rankInfo);
    EXPECT_EQ(rankInfo->address, "");
    EXPECT_NE(rankInfo->launch, "");
}

TEST(RankInfo, ProcessesOfTorchrunOnSeveralHostsAvoidItsPort) {
    EXPECT_EQ(rankInfoOf(torchrun("2"))->port, 29501);
    EXPECT_EQ(rankInfoOf(torchrun("2"))->address, "head");
}

TEST(RankInfo, TakesTheNextLowerPortIfTorchrunUsesTheHighest) {
    Variables variables = torchrun("2");
    variables["MASTER_PORT"] = "65535";
    EXPECT_EQ(rankInfoOf(variables)->port, 65534);
}

TEST(RankInfo, MpirunOnSeveralHostsNeedsARendezvousAddress) {
    Variables variables = {{"OMPI_COMM_WORLD_RANK", "1"},
                           {"OMPI_COMM_WORLD_SIZE", "2"},
                           {"OMPI_COMM_WORLD_LOCAL_SIZE", "2"},
                           {"PMIX_NAMESPACE", "17"}};
    ASSERT_TRUE(rankInfoOf(variables));
    EXPECT_EQ(rankInfoOf(variables)->rank, 1);
    EXPECT_EQ(rankInfoOf(variables)->address, "");
    variables["OMPI_COMM_WORLD_LOCAL_SIZE"] = "1";
    EXPECT_NE(errorOf(variables).find("the address of their rendezvous is not set"), std::string::npos);
    variables["MASTER_ADDR"] = "head";
    variables["MASTER_PORT"] = "4000";
    EXPECT_EQ(rankInfoOf(variables)->address, "head");
}

TEST(RankInfo, ReadsTheVariablesOfMpichAndIntelMpi) {
    const auto rankInfo = rankInfoOf({{"PMI_RANK", "0"}, {"PMI_SIZE", "2"}, {"MPI_LOCALNRANKS", "2"}});
    ASSERT_TRUE(rankInfo);
    EXPECT_EQ(rankInfo->size, 2);
    EXPECT_EQ(rankInfo->address, "");
}

Variables srun(const std::string& nodes, const std::string& list) {
    return {{"SLURM_PROCID", "3"},           {"SLURM_STEP_NUM_TASKS", "4"}, {"SLURM_STEP_ID", "0"},
            {"SLURM_STEP_NUM_NODES", nodes}, {"SLURM_STEP_NODELIST", list}, {"SLURM_JOB_ID", "4711"}};
}

TEST(RankInfo, ReadsTheRankOnTheHostOfEveryLauncher) {
    EXPECT_FALSE(
        rankInfoOf({{"RANK", "1"}, {"WORLD_SIZE", "2"}, {"MASTER_ADDR", "a"}, {"MASTER_PORT", "1"}})->rankOnHost);
    Variables torch = torchrun("2"), slurm = srun("2", "a,b");
    torch["LOCAL_RANK"] = "1";
    slurm["SLURM_LOCALID"] = "2";
    EXPECT_EQ(rankInfoOf(torch)->rankOnHost, 1);
    EXPECT_EQ(rankInfoOf(slurm)->rankOnHost, 2);
    EXPECT_EQ(rankInfoOf({{"OMPI_COMM_WORLD_RANK", "3"},
                          {"OMPI_COMM_WORLD_SIZE", "4"},
                          {"OMPI_COMM_WORLD_LOCAL_RANK", "1"},
                          {"OMPI_COMM_WORLD_LOCAL_SIZE", "4"}})
                  ->rankOnHost,
              1);
    EXPECT_EQ(rankInfoOf({{"PMI_RANK", "2"}, {"PMI_SIZE", "4"}, {"MPI_LOCALRANKID", "2"}, {"MPI_LOCALNRANKS", "4"}})
                  ->rankOnHost,
              2);
    torch["LOCAL_RANK"] = "first";
    EXPECT_NE(errorOf(torch).find("LOCAL_RANK is \"first\""), std::string::npos);
}

TEST(RankInfo, SrunOnSeveralHostsUsesTheAddressOfTheFirst) {
    EXPECT_EQ(rankInfoOf(srun("2", "node[03-05,9],login"))->address, "node03");
    EXPECT_EQ(rankInfoOf(srun("2", "alpha,beta"))->address, "alpha");
    EXPECT_EQ(rankInfoOf(srun("2", "n[7,9]"))->address, "n7");
    EXPECT_EQ(rankInfoOf(srun("1", "alpha"))->address, "");
}

TEST(RankInfo, SlurmJobsUseDifferentPortsBelowTheEphemeralRange) {
    Variables other = srun("2", "a,b");
    const auto port = rankInfoOf(other)->port;
    EXPECT_GE(port, 20000);
    EXPECT_LT(port, 30000);
    other["SLURM_JOB_ID"] = "4712";
    EXPECT_NE(rankInfoOf(other)->port, port);
}

TEST(RankInfo, NamesTheVariableWithAnInvalidNumber) {
    EXPECT_NE(errorOf({{"RANK", "2"}, {"WORLD_SIZE", "2"}}).find("RANK is \"2\""), std::string::npos);
    EXPECT_NE(errorOf({{"RANK", "0"}, {"WORLD_SIZE", "two"}}).find("WORLD_SIZE is \"two\""), std::string::npos);
    EXPECT_NE(errorOf({{"RANK", "0"}, {"WORLD_SIZE", "2"}}).find("the address of their rendezvous"), std::string::npos);
}

GroupMember member(const std::string& kernel, const std::vector<int>& cores) {
    return {.host = kernel, .process = 1, .kernel = kernel, .cores = cores, .unboundCores = 8};
}

TEST(ProcessCores, CoresThatSeveralProcessesMayUseAreDivided) {
    EXPECT_EQ(threadsOf({member("a", {0, 1}), member("a", {0, 1})}), (std::vector{1, 1}));
    EXPECT_EQ(threadsOf({member("a", {0, 1, 2, 3, 4}), member("a", {0, 1, 2, 3, 4})}), (std::vector{2, 2}));
    EXPECT_EQ(threadsOf({member("a", {0, 1, 2}), member("a", {0, 1, 2}), member("a", {0, 1, 2})}),
              (std::vector{1, 1, 1}));
}

TEST(ProcessCores, CoresThatOnlyOneProcessMayUseAreNotDivided) {
    EXPECT_EQ(threadsOf({member("a", {0, 1}), member("a", {2, 3})}), (std::vector{2, 2}));
}

TEST(ProcessCores, EqualCoreNumbersOnDifferentHostsAreDifferentCores) {
    EXPECT_EQ(threadsOf({member("a", {0, 1}), member("b", {0, 1})}), (std::vector{2, 2}));
}

TEST(ProcessCores, MoreProcessesThanCoresComputeWithOneThreadEach) {
    EXPECT_EQ(threadsOf({member("a", {0}), member("a", {0}), member("a", {0})}), (std::vector{1, 1, 1}));
}

TEST(ProcessCores, TheDeviceCountsProcessesThreadsAndHosts) {
    const auto described = [](const std::vector<GroupMember>& members) {
        DeviceFacts device;
        describeProcesses(members, device);
        return wordsOf(device);
    };
    EXPECT_EQ(described({member("a", {0, 1}), member("a", {0, 1})}), "2 processes x 1 thread");
    EXPECT_EQ(described({member("a", {0, 1}), member("b", {0, 1})}), "2 processes x 2 threads on 2 hosts");
    EXPECT_EQ(described({member("a", {0, 1}), member("b", {0})}), "2 processes, 3 threads on 2 hosts");
}

TEST(ProcessCores, AMemberIsTheSameAfterConversionToTextAndBack) {
    const GroupMember here = thisMember();
    EXPECT_FALSE(here.cores.empty());
    EXPECT_EQ(memberFromText(toText(here)), here);
}

}  // namespace
}  // namespace recscope
