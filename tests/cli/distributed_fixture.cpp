// SPDX-License-Identifier: GPL-3.0-or-later
#include "distributed_fixture.h"

#include <unistd.h>

namespace recscope::test {

namespace {

constexpr int kUsers = 480, kItems = 60, kLength = 40;

/// Histories long enough that a batch is split into several micro-batches.
std::string longHistories() {
    std::string text = "user,item,time\n";
    for (int user = 1; user <= kUsers; ++user)
        for (int i = 0; i < kLength; ++i)
            text += "u" + std::to_string(user) + ",f" + std::to_string((user * 7 + i * (1 + user % 3)) % kItems) + "," +
                    std::to_string(1'000'000'000 + user * 1000 + i) + "\n";
    return text;
}

}  // namespace

int DistributedFixture::s_groups = 0;

void DistributedFixture::SetUpTestSuite() {
    openFolder();
    ASSERT_EQ(cli({"import", s_folder->write("long.csv", longHistories())}).exitCode, 0);
}

DistributedFixture::Processes DistributedFixture::startWith(const std::vector<Variables>& environments,
                                                            const std::vector<std::string>& namespaces,
                                                            const Arguments& arguments, const ProcessContext& common) {
    Processes started;
    for (std::size_t rank = 0; rank < environments.size(); ++rank) {
        Arguments rankArguments = arguments;
        rankArguments.insert(rankArguments.end(),
                             {"--workspace", s_folder->path(rank == 0 ? "w.recscope" : "no such folder/w.recscope")});
        ProcessContext context = common;
        context.environment = environments[rank];
        if (!namespaces.empty()) context.networkNamespace = namespaces[rank];
        started.push_back(std::make_unique<CliProcess>(rankArguments, context));
    }
    return started;
}

DistributedFixture::Processes DistributedFixture::start(int processes, const Arguments& arguments,
                                                        const ProcessContext& context) {
    const std::string processGroup = "recscope test " + std::to_string(::getpid()) + "." + std::to_string(++s_groups);
    std::vector<Variables> environments;
    for (int rank = 0; rank < processes; ++rank)
        environments.push_back({{"OMPI_COMM_WORLD_RANK", std::to_string(rank)},
                                {"OMPI_COMM_WORLD_SIZE", std::to_string(processes)},
                                {"OMPI_COMM_WORLD_LOCAL_RANK", std::to_string(rank)},
                                {"OMPI_COMM_WORLD_LOCAL_SIZE", std::to_string(processes)},
                                {"PMIX_NAMESPACE", processGroup}});
    return startWith(environments, {}, arguments, context);
}

std::vector<DistributedFixture::Variables> DistributedFixture::rendezvousAt(const std::string& address, int port,
                                                                            int processes) {
    std::vector<Variables> environments;
    for (int rank = 0; rank < processes; ++rank)
        environments.push_back({{"RANK", std::to_string(rank)},
                                {"WORLD_SIZE", std::to_string(processes)},
                                {"MASTER_ADDR", address},
                                {"MASTER_PORT", std::to_string(port)}});
    return environments;
}

std::vector<Outcome> DistributedFixture::wait(Processes& processes) {
    std::vector<Outcome> outcomes;
    for (const auto& process : processes) outcomes.push_back(process->wait());
    return outcomes;
}

std::vector<Outcome> DistributedFixture::run(int processes, const Arguments& arguments) {
    Processes started = start(processes, arguments);
    return wait(started);
}

Arguments DistributedFixture::train(const std::string& name, const std::vector<std::string>& settings) {
    Arguments arguments = {"train",    "--dataset", "long",   "--name",           name,
                           "--device", "cpu",       "--json", "--progress-every", "0"};
    for (const char* const setting : {"dim=16", "heads=2", "layers=1", "max_length=40"})
        arguments.insert(arguments.end(), {"--set", setting});
    for (const std::string& setting : settings) arguments.insert(arguments.end(), {"--set", setting});
    return arguments;
}

std::vector<double> DistributedFixture::losses(const Outcome& outcome) {
    std::vector<double> all;
    for (const Json& event : outcome.events())
        if (event["event"] == "progress") all.push_back(event["loss"]);
    return all;
}

Json DistributedFixture::finished(const Outcome& outcome) {
    const std::vector<Json> events = outcome.events();
    return events.empty() || events.back()["event"] != "finished" ? Json() : events.back();
}

Json DistributedFixture::recordOf(const std::string& run) {
    const Json answer = json({"runs"});
    for (const Json& entry : answer["runs"])
        if (entry["name"] == run) return entry;
    return {};
}

}  // namespace recscope::test
