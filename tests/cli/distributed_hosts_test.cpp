// SPDX-License-Identifier: GPL-3.0-or-later
// Trains one run on two simulated hosts: network namespaces with an address each, connected by a virtual cable.
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "distributed_fixture.h"

namespace recscope::test {
namespace {

bool shell(const std::string& command) {
    return std::system((command + " >/dev/null 2>&1").c_str()) == 0;
}

/// The two hosts and their cable; the destructor removes them.
class TwoHosts {
public:
    TwoHosts() {
        const std::string id = std::to_string(::getpid());
        for (const char* const side : {"a", "b"}) m_names.push_back("rstest" + id + side);
        m_exist = shell("ip netns add " + m_names[0]) && shell("ip netns add " + m_names[1]) &&
                  shell("ip link add rs" + id + "a netns " + m_names[0] + " type veth peer name rs" + id + "b netns " +
                        m_names[1]);
        for (int side = 0; side < 2 && m_exist; ++side) {
            const std::string command = "ip -n " + m_names[static_cast<std::size_t>(side)] + " ";
            const std::string interface = "rs" + id + (side == 0 ? "a" : "b");
            m_exist = shell(command + "addr add " + address(side) + "/24 dev " + interface) &&
                      shell(command + "link set " + interface + " up") && shell(command + "link set lo up");
        }
    }
    ~TwoHosts() {
        for (const std::string& name : m_names) shell("ip netns del " + name);
    }
    TwoHosts(const TwoHosts&) = delete;
    TwoHosts& operator=(const TwoHosts&) = delete;

    /// False if the namespaces or the cable could not be made.
    bool exist() const { return m_exist; }
    const std::string& name(int side) const { return m_names[static_cast<std::size_t>(side)]; }
    static std::string address(int side) { return "10.77.61." + std::to_string(side + 1); }
    void cutTheCable() const { shell("ip -n " + m_names[1] + " link set rs" + std::to_string(::getpid()) + "b down"); }

private:
    std::vector<std::string> m_names;
    bool m_exist = false;
};

class DistributedHosts : public DistributedFixture {
protected:
    void SetUp() override {
        if (!m_hosts.exist()) GTEST_SKIP() << "Network namespaces cannot be made here (ip netns add needs root).";
    }
    /// Starts one rank on each host, as one would by hand. The port is fixed: each namespace has all ports to itself.
    Processes startOnHosts(const Arguments& arguments) const {
        return startWith(rendezvousAt(TwoHosts::address(0), 29400, 2), {m_hosts.name(0), m_hosts.name(1)}, arguments);
    }
    static Arguments trainInBatches(const std::string& name, int batchSize) {
        Arguments arguments = train(name, {"batch_size=" + std::to_string(batchSize), "epochs=8"});
        arguments.insert(arguments.end(), {"--model", "sasrec"});
        return arguments;
    }

    TwoHosts m_hosts;
};

TEST_F(DistributedHosts, TrainOneRunWithTheLossesOfOneProcess) {
    const std::vector<double> expected = losses(run(1, trainInBatches("one host", 240)).front());
    Processes processes = startOnHosts(trainInBatches("two hosts", 240));
    const std::vector<Outcome> outcomes = wait(processes);
    for (const Outcome& outcome : outcomes) EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    const std::vector<double> actual = losses(outcomes[0]);
    ASSERT_EQ(actual.size(), expected.size());
    for (std::size_t step = 0; step < actual.size(); ++step)
        EXPECT_NEAR(actual[step], expected[step], 1e-5 * actual[step]);  // see distributed_training_test.cpp
}

TEST_F(DistributedHosts, ABrokenConnectionStopsBothProcessesWithAMessage) {
    Processes processes = startOnHosts(trainInBatches("interface", 8));
    ASSERT_TRUE(processes[0]->waitForOutput("\"event\":\"epoch\""));
    m_hosts.cutTheCable();
    const std::vector<Outcome> outcomes = wait(processes);
    EXPECT_EQ(outcomes[0].exitCode, 1);
    EXPECT_TRUE(has(outcomes[0].err, "The process with rank 1 (on ")) << outcomes[0].err;
    EXPECT_EQ(outcomes[1].exitCode, 1);
    EXPECT_TRUE(has(outcomes[1].err, "rank 0")) << outcomes[1].err;
    EXPECT_EQ(recordOf("interface")["state"], "stopped");
}

}  // namespace
}  // namespace recscope::test
