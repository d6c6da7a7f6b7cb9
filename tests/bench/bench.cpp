// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>

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

double secondsToFirstLine(const std::string& command) {
    const double start = now();
    std::FILE* pipe = ::popen(command.c_str(), "r");
    if (pipe == nullptr) throw std::runtime_error("cannot run: " + command);
    std::array<char, 4096> line{};
    const bool came = std::fgets(line.data(), line.size(), pipe) != nullptr;
    const double seconds = secondsSince(start);
    if (::pclose(pipe) != 0 || !came) throw std::runtime_error("failed: " + command);
    return seconds;
}

std::filesystem::path programFolder() {
    return std::filesystem::read_symlink("/proc/self/exe").parent_path();
}

std::optional<double> peakMegabytes(pid_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/status");
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) / 1024;
    }
    return std::nullopt;
}

ProgramCost costOf(const std::string& program, const std::vector<std::string>& arguments) {
    const std::string path = (programFolder() / program).string();
    std::vector<char*> words = {const_cast<char*>(path.c_str())};
    for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
    words.push_back(nullptr);
    const double start = now();
    const pid_t child = ::fork();
    if (child == 0) {
        ::setenv("QT_QPA_PLATFORM", "offscreen", /*overwrite=*/1);
        const int devNull = ::open("/dev/null", O_WRONLY);
        ::dup2(devNull, STDOUT_FILENO);
        ::dup2(devNull, STDERR_FILENO);
        ::execv(path.c_str(), words.data());
        ::_exit(127);
    }
    int status = 0;
    double megabytes = 0;
    while (::waitpid(child, &status, WNOHANG) == 0) {
        megabytes = peakMegabytes(child).value_or(megabytes);
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    if (status != 0) throw std::runtime_error("failed: " + program);
    return {.seconds = secondsSince(start), .megabytes = megabytes};
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
