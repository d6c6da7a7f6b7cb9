// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <thread>
#include <vector>

#include "bench.h"
#include "core/recommender/registry.h"
#include "core/store/workspace.h"
#include "shapes.h"

namespace recscope::bench {

namespace {

constexpr int kRounds = 5;
constexpr std::int64_t kEpochs = 3;
constexpr double kGoal = 80;  // % of the fair share

/// One busy process per core during the lifetime of this object.
class BusyProcesses {
public:
    BusyProcesses() {
        for (unsigned i = 0; i < std::thread::hardware_concurrency(); ++i) {
            const pid_t process = ::fork();
            if (process < 0) throw std::runtime_error("no process could be started");
            if (process == 0) {
                ::prctl(PR_SET_PDEATHSIG, SIGKILL);
                for (volatile std::uint64_t count = 0;;) count = count + 1;
            }
            m_processes.push_back(process);
        }
    }
    ~BusyProcesses() {
        for (const pid_t process : m_processes) {
            ::kill(process, SIGKILL);
            ::waitpid(process, nullptr, 0);
        }
    }
    BusyProcesses(const BusyProcesses&) = delete;
    BusyProcesses& operator=(const BusyProcesses&) = delete;

private:
    std::vector<pid_t> m_processes;
};

}  // namespace

void benchFairness(const std::filesystem::path& folder, const Notify& notify) {
    const Shape shape{.name = "ML-1M", .users = 6040, .items = 3416, .length = 200, .lengthsVary = false};
    Workspace workspace = Workspace::open(folder / "fairness.recscope");
    const DatasetInfo dataset = addDataset(workspace, shape);
    const std::pair<const char*, const char*> presets[] = {{"bert4rec", "replication"}, {"sasrec", "paper"}};
    for (const auto& [model, preset] : presets) {
        const RunConfig config = presetFor(model, preset, dataset).config;
        const auto rate = [&] { return trainingCost(workspace, dataset, config, kEpochs).sequencesPerSecond; };
        rate();  // warms up
        std::vector<double> shares;
        for (int round = 0; round < kRounds; ++round) {
            // The order of the two trainings alternates, so that other load on the machine affects both alike.
            double alone = 0, beside = 0;
            if (round % 2 == 0) alone = rate();
            {
                const BusyProcesses busy;
                beside = rate();
            }
            if (round % 2 == 1) alone = rate();
            // The training and the busy processes each have one thread per core, so the training's fair share of the
            // processor is a half.
            shares.push_back(100 * beside / (alone / 2));
        }
        notify(
            {.name = fmt::format("{} {} beside {} busy processes", model, preset, std::thread::hardware_concurrency()),
             .unit = "% of share",
             .ours = quantile(shares, 0.5),
             .baseline = kGoal,
             .baselineName = fmt::format("the goal; rounds {:.0f}", fmt::join(shares, " "))});
    }
}

}  // namespace recscope::bench
