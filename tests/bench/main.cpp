// SPDX-License-Identifier: GPL-3.0-or-later
// recscope_bench: how quick we are, as ratios to plain ways of doing the same, measured in the same call.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string_view>

#include "bench.h"

namespace {

using namespace recscope::bench;

void print(const Measurement& m) {
    std::printf("%-34s %12.*f %-12s", m.name.c_str(), m.unit.empty() ? 6 : 1, m.ours, m.unit.c_str());
    if (m.baseline > 0 || m.unit.empty()) {
        std::printf("%12.*f   x %5.2f   (%s)\n", m.unit.empty() ? 6 : 1, m.baseline, m.ratio(), m.baselineName.c_str());
    } else {
        std::printf("%12s             (%s is not on this machine)\n", "-", m.baselineName.c_str());
    }
    std::fflush(stdout);
}

Json toJson(const Measurement& m) {
    const auto orNull = [](double value) { return value > 0 ? Json(value) : Json(nullptr); };
    return {{"name", m.name},
            {"unit", m.unit},
            {"ours", m.ours},
            {"baseline", orNull(m.baseline)},
            {"baseline_name", m.baselineName},
            {"ratio", orNull(m.ratio())}};
}

void runAll(const std::filesystem::path& folder, bool json) {
    Json list = Json::array();
    const auto tell = [&](const std::vector<Measurement>& measurements) {
        for (const Measurement& measurement : measurements) {
            list.push_back(toJson(measurement));
            if (!json) print(measurement);
        }
    };
    if (!json) {
        std::printf("%s\n\n%-34s %12s %-12s%12s   ratio (above 1: we are better)\n", machine().c_str(), "", "RecScope",
                    "", "baseline");
    }
    tell(benchImport(folder));
    tell(benchModel(folder, "bert4rec"));
    tell(benchModel(folder, "sasrec"));
    if (json) std::printf("%s\n", Json({{"machine", machine()}, {"measurements", list}}).dump().c_str());
}

}  // namespace

int main(int argc, char** argv) {
    const bool json = argc == 2 && std::string_view(argv[1]) == "--json";
    if (argc > 1 && !json) {
        std::fprintf(stderr, "usage: recscope_bench [--json]\n");
        return 2;
    }
    std::string folder = (std::filesystem::temp_directory_path() / "recscope-bench-XXXXXX").string();
    if (::mkdtemp(folder.data()) == nullptr) return 1;
    int code = 0;
    try {
        runAll(folder, json);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        code = 1;
    }
    std::filesystem::remove_all(folder);
    return code;
}
