// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "bench.h"
#include "shapes.h"

namespace recscope::bench {

namespace {

constexpr int kRuns = 4, kRounds = 5;  // kRuns: one for each seed of PlanFolder::seconds

/// A folder with a plan whose runs differ only in their seeds, and a workspace without runs.
class PlanFolder {
public:
    PlanFolder(std::filesystem::path folder, const std::string& entry) : m_folder(std::move(folder)) {
        Workspace workspace = Workspace::open(m_folder / "empty.recscope");
        addDataset(workspace, {.name = "plan", .users = 943, .items = 1349, .length = 99, .lengthsVary = false});
        std::ofstream(m_folder / "plan.json") << R"({"name": "plan", "datasets": "plan", "runs": [)" << entry << "]}";
    }
    ~PlanFolder() { std::filesystem::remove_all(m_folder); }
    PlanFolder(const PlanFolder&) = delete;
    PlanFolder& operator=(const PlanFolder&) = delete;

    /// Seconds in which `plan run` trains all runs, `atOnce` at a time, in a copy of that workspace.
    double seconds(int atOnce) const {
        const auto workspace = m_folder / "plan.recscope";
        std::filesystem::copy_file(m_folder / "empty.recscope", workspace,
                                   std::filesystem::copy_options::overwrite_existing);
        const std::string command = fmt::format(
            "'{}' plan run '{}' --workspace '{}' --seeds 1,2,3,4 --device cpu --at-once {} --no-estimate >/dev/null "
            "2>&1",
            (programFolder() / "recscope-cli").string(), (m_folder / "plan.json").string(), workspace.string(), atOnce);
        const double start = now();
        outputOf(command);
        return secondsSince(start);
    }

private:
    std::filesystem::path m_folder;
};

}  // namespace

void benchPlan(const std::filesystem::path& folder, const Notify& notify) {
    const std::pair<const char*, const char*> models[] = {
        {"BPR-MF", R"({"model": "bpr_mf", "set": {"epochs": 60}})"},
        {"GRU4Rec", R"({"model": "gru4rec", "set": {"epochs": 4}})"},
        {"SASRec, d 32", R"({"model": "sasrec", "set": {"epochs": 6, "dim": 32, "inner_dim": 32, "max_length": 50}})"},
        {"SASRec, d 64",
         R"({"model": "sasrec", "set": {"epochs": 4, "dim": 64, "inner_dim": 64, "max_length": 100}})"}};
    for (const auto& [title, entry] : models) {
        std::filesystem::create_directories(folder / "plan");
        const PlanFolder planFolder(folder / "plan", entry);
        std::vector<double> sequential, parallel, ratios;
        for (int round = 0; round < kRounds; ++round) {
            // The order of the two measurements alternates, so that other load on the machine affects both alike.
            double seconds[2];
            for (const int index : round % 2 == 0 ? std::vector{0, 1} : std::vector{1, 0})
                seconds[index] = planFolder.seconds(index + 1);
            sequential.push_back(seconds[0]);
            parallel.push_back(seconds[1]);
            ratios.push_back(seconds[0] / seconds[1]);
        }
        notify({.name = fmt::format("{} runs of {}, two at once", kRuns, title),
                .unit = "s",
                .ours = quantile(parallel, 0.5),
                .baseline = quantile(sequential, 0.5),
                .baselineName = fmt::format("one after the other; rounds x {:.2f}, median {:.2f}",
                                            fmt::join(ratios, " "), quantile(ratios, 0.5)),
                .moreIsBetter = false});
    }
}

}  // namespace recscope::bench
