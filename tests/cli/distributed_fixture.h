// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli_fixture.h"

namespace recscope::test {

/// Starts several recscope-cli processes that train one run, as mpirun does. Only rank 0 receives the path of the
/// workspace. The other ranks receive a path that cannot exist, so that they fail if they open it.
class DistributedFixture : public CliFixture {
protected:
    static void SetUpTestSuite();

    using Processes = std::vector<std::unique_ptr<CliProcess>>;
    using Variables = std::vector<std::pair<std::string, std::string>>;
    static Processes start(int processes, const Arguments& arguments, const ProcessContext& context = {});
    /// Starts one process for each element of `environments`: its variables. If `namespaces` is not empty, it has the
    /// network namespace of each process. `common` applies to all processes.
    static Processes startWith(const std::vector<Variables>& environments, const std::vector<std::string>& namespaces,
                               const Arguments& arguments, const ProcessContext& common = {});
    /// The environment variables of each rank, as set by torchrun or by hand: rank 0 listens at `address` and `port`.
    static std::vector<Variables> rendezvousAt(const std::string& address, int port, int processes);
    static std::vector<Outcome> wait(Processes& processes);
    static std::vector<Outcome> run(int processes, const Arguments& arguments);

    /// The arguments that train a small run; the caller adds --model.
    static Arguments train(const std::string& name, const std::vector<std::string>& settings);
    /// The loss of each step.
    static std::vector<double> losses(const Outcome& outcome);
    /// The last event if that is the event "finished", otherwise null.
    static Json finished(const Outcome& outcome);
    /// The entry of a run in the output of `runs`; null if there is none.
    static Json recordOf(const std::string& run);
    static bool has(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

private:
    static int s_groups;  ///< how many process groups were started; gives each a different name
};

}  // namespace recscope::test
