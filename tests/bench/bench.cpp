// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <memory>
#include <stdexcept>

namespace recscope::bench {

double Measurement::ratio() const {
    if (ours <= 0 || baseline <= 0) return 0;
    return moreIsBetter ? ours / baseline : baseline / ours;
}

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double secondsSince(double start) {
    return now() - start;
}

double quantile(std::vector<double> values, double share) {
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(std::llround(share * static_cast<double>(values.size() - 1)))];
}

std::string outputOf(const std::string& command) {
    std::FILE* pipe = ::popen(command.c_str(), "r");
    if (pipe == nullptr) throw std::runtime_error("cannot run: " + command);
    std::string output;
    std::array<char, 4096> buffer{};
    while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
        output.append(buffer.data(), count);
    }
    if (::pclose(pipe) != 0) throw std::runtime_error("failed: " + command);
    return output;
}

std::string machine() {
    std::string processor = "unknown processor";
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);) {
        if (line.starts_with("model name")) {
            processor = line.substr(line.find(':') + 2);
            break;
        }
    }
    const double memory = static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
    return processor + ", " + std::to_string(::sysconf(_SC_NPROCESSORS_ONLN)) + " cores, " +
           std::to_string(std::llround(memory / (1 << 30))) + " GiB";
}

}  // namespace recscope::bench
