// SPDX-License-Identifier: GPL-3.0-or-later
#include "gauges.h"

#include <fcntl.h>
#include <malloc.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

namespace recscope::soak {

namespace {

constexpr int kBeatMilliseconds = 5;
constexpr double kFrameMilliseconds = 1000.0 / 60;

int entriesIn(const char* folder) {
    int count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder)) ++count;
    return count;
}

/// The files behind this process's open descriptors, sorted, except those whose paths begin with `file`.
std::vector<std::string> handlesWithout(const std::string& file) {
    std::vector<std::string> handles;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
        std::error_code gone;
        std::string target = std::filesystem::read_symlink(entry.path(), gone).string();
        const bool isThisListing = target.ends_with("/fd");
        if (gone || isThisListing || target.starts_with(file)) continue;
        target.resize(std::min(target.find(":["), target.size()));  // "pipe:[4711]"
        handles.push_back(std::move(target));
    }
    std::sort(handles.begin(), handles.end());
    return handles;
}

}  // namespace

ResourceUsage resourceUsageNow(const std::string& openWorkspace) {
    ::malloc_trim(0);
    ResourceUsage usage;
    const auto heap = ::mallinfo2();
    usage.inUse = double(heap.uordblks + heap.hblkhd) / 1e6;
    long total = 0, resident = 0, fileBacked = 0;
    std::ifstream("/proc/self/statm") >> total >> resident >> fileBacked;
    usage.megabytes = double(resident - fileBacked) * double(::sysconf(_SC_PAGESIZE)) / 1e6;
    usage.handles = handlesWithout(openWorkspace);
    usage.threads = entriesIn("/proc/self/task");
    return usage;
}

StallMeter::StallMeter(double limitMilliseconds) : m_limit(limitMilliseconds) {
    const std::string path = "/proc/self/task/" + std::to_string(::syscall(SYS_gettid)) + "/schedstat";
    m_schedstat = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (m_schedstat < 0) throw std::runtime_error("the kernel does not report how long a thread waits: " + path);
    m_waited = waitedForProcessor();
    m_timer.setTimerType(Qt::PreciseTimer);
    QObject::connect(&m_timer, &QTimer::timeout, [this] { beat(); });
    m_sinceBeat.start();
    m_timer.start(kBeatMilliseconds);
}

StallMeter::~StallMeter() {
    ::close(m_schedstat);
}

std::int64_t StallMeter::waitedForProcessor() const {
    std::array<char, 96> text{};
    if (::pread(m_schedstat, text.data(), text.size() - 1, 0) <= 0) return 0;
    long long ran = 0, waited = 0;
    return std::sscanf(text.data(), "%lld %lld", &ran, &waited) == 2 ? waited : 0;
}

void StallMeter::beat() {
    const double delay = double(m_sinceBeat.nsecsElapsed()) / 1e6 - kBeatMilliseconds;
    m_sinceBeat.restart();
    const std::int64_t before = std::exchange(m_waited, waitedForProcessor());
    if (!m_counts) return;
    ++m_beats;
    m_late += delay > kFrameMilliseconds;
    const double ownDelay = std::max(0.0, delay - double(m_waited - before) / 1e6);
    const bool isCreating = m_isCreatingPages(), wasCreating = std::exchange(m_wasCreating, isCreating);
    if (std::exchange(m_restyles, false) || wasCreating || isCreating) {
        if (ownDelay > m_longestRestyling.milliseconds) m_longestRestyling = {m_currentAction, ownDelay};
        return;
    }
    m_longest = std::max(m_longest, ownDelay);
    if (ownDelay > m_limit) m_stalls.push_back({m_currentAction, ownDelay});
}

}  // namespace recscope::soak
