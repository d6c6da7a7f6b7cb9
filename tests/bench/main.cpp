// SPDX-License-Identifier: GPL-3.0-or-later
// recscope_bench measures RecScope's speed as a ratio: each measurement is compared with a plain implementation of the
// same work, measured in the same call, or with a goal.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string_view>

#include "bench.h"
#include "core/recommender/available_gpu.h"

namespace {

using namespace recscope::bench;

constexpr std::int64_t kMovieLens1MRows = 1'000'209;

void print(const Measurement& m) {
    std::printf("%-56s %12.*f %-12s", m.name.c_str(), m.unit.empty() ? 6 : 1, m.ours, m.unit.c_str());
    if (m.baseline > 0 || m.unit.empty()) {
        std::printf("%12.*f   x %5.2f   (%s)", m.unit.empty() ? 6 : 1, m.baseline, m.ratio(), m.baselineName.c_str());
    } else if (m.baselineName.empty()) {
        std::printf("%12s", "-");
    } else {
        std::printf("%12s             (%s is not on this machine)", "-", m.baselineName.c_str());
    }
    if (m.megabytes > 0) std::printf("   %.0f MB", m.megabytes);
    if (m.baselineMegabytes > 0) std::printf(" instead of %.0f", m.baselineMegabytes);
    std::printf("\n");
    std::fflush(stdout);
}

Json toJson(const Measurement& m) {
    const auto orNull = [](double value) { return value > 0 ? Json(value) : Json(nullptr); };
    return {{"name", m.name},
            {"unit", m.unit},
            {"ours", m.ours},
            {"baseline", orNull(m.baseline)},
            {"baseline_name", m.baselineName},
            {"ratio", orNull(m.ratio())},
            {"megabytes", orNull(m.megabytes)},
            {"baseline_megabytes", orNull(m.baselineMegabytes)}};
}

/// Runs one part of the benchmark, or the parts of "all". `words` are the arguments after the part's name: models, a
/// number of interactions, or a file of ML-1M; for quality also --alone.
void runPart(const std::filesystem::path& folder, std::string_view part, const std::vector<std::string>& words,
             bool json) {
    Json list = Json::array();
    const auto notify = [&](const Measurement& measurement) {
        list.push_back(toJson(measurement));
        if (!json) print(measurement);
    };
    if (!json) {
        std::printf("%s\n\n%-56s %12s %-12s%12s   ratio (above 1: RecScope is better)\n", machine().c_str(), "",
                    "RecScope", "", "baseline");
    }
    if (part == "all" || part == "import") {
        for (const Measurement& measurement : benchImport(folder)) notify(measurement);
    }
    if (part == "all" || part == "training") benchModels(folder, notify);
    if (part == "modern") benchModern(folder, words.empty() ? kMovieLens1MRows : std::stoll(words.front()), notify);
    if (part == "lists") benchLists(folder, notify);
    if (part == "window") benchWindow(folder, notify);
    if (part == "plan") benchPlan(folder, notify);
    if (part == "fairness") benchFairness(folder, notify);
    if (part == "quality")
        benchQuality(folder, words.at(0), words.size() > 1 ? QualityBaseline::None : QualityBaseline::PublishedPreset,
                     notify);
    if (part == "gpu") benchGpu(folder, words.empty() ? "" : words.front(), notify);
    if (part == "all" || part == "models" || part == "training") benchOtherModels(words, notify);
    if (json) std::printf("%s\n", Json({{"machine", machine()}, {"measurements", list}}).dump().c_str());
}

void runScaling(const std::filesystem::path& folder, bool json) {
    Json list = Json::array();
    if (!json) std::printf("%s\n\nSeconds of an epoch as one size grows, all else the same\n", machine().c_str());
    for (const Growth& growth : benchScaling(folder)) {
        Json points = Json::array();
        for (const auto& [size, seconds] : growth.points) points.push_back({size, seconds});
        list.push_back(
            {{"size", growth.size}, {"unit", growth.unit}, {"points", points}, {"exponent", growth.exponent}});
        if (json) continue;
        std::printf("%-6s", growth.size.c_str());
        for (const auto& [size, seconds] : growth.points) std::printf("  %6.0f: %6.3f s", size, seconds);
        std::printf("   seconds ~ %s^%.2f\n", growth.size.c_str(), growth.exponent);
    }
    if (json) std::printf("%s\n", Json({{"machine", machine()}, {"scaling", list}}).dump().c_str());
}

int wrongUsage() {
    std::fprintf(
        stderr,
        "usage: recscope_bench [import|training|models [MODEL...]|modern [ROWS]|lists|window|plan|fairness|quality "
        "ML-1M [--alone]|gpu "
        "[ML-1M]|--scaling] "
        "[--json]\n");
    return 2;
}

}  // namespace

int main(int argc, char** argv) {
    bool json = false;
    std::string_view part = "all";
    std::vector<std::string> words;
    if (argc == 4 && std::string_view(argv[1]) == "learn") {  // started by benchOtherModels
        trainForSeconds(argv[2], argv[3]);
        return 0;
    }
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        const bool isPart = argument == "import" || argument == "training" || argument == "models" ||
                            argument == "modern" || argument == "lists" || argument == "window" || argument == "plan" ||
                            argument == "fairness" || argument == "quality" || argument == "gpu" ||
                            argument == "--scaling";
        if (argument == "--json") {
            json = true;
        } else if (part == "models" || (part == "quality" && (words.empty() || argument == "--alone")) ||
                   ((part == "gpu" || part == "modern") && words.empty())) {
            words.emplace_back(argument);
        } else if (isPart) {
            part = argument;
        } else {
            return wrongUsage();
        }
    }
    if (part == "quality" && words.empty()) return wrongUsage();
    if (part == "gpu") {
        const recscope::AvailableGpu gpu = recscope::availableGpu();
        if (gpu.title.empty()) {
            std::fprintf(stderr, "There is no GPU to measure: %s\n%s\n", gpu.missing.sentence.c_str(),
                         gpu.missing.hint.c_str());
            return 1;
        }
        std::fprintf(stderr, "%s\n", gpu.title.c_str());
    }
    std::string folder = (std::filesystem::temp_directory_path() / "recscope-bench-XXXXXX").string();
    if (::mkdtemp(folder.data()) == nullptr) return 1;
    int code = 0;
    try {
        if (part == "--scaling")
            runScaling(folder, json);
        else
            runPart(folder, part, words, json);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        code = 1;
    }
    std::filesystem::remove_all(folder);
    return code;
}
