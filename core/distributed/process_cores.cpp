// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/distributed/process_cores.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <numeric>
#include <set>
#include <sstream>

#include "core/util/translated.h"
#include "core/util/unbound_cores.h"

namespace recscope {

namespace {

std::string hostName() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : translated("an unnamed host");
}

std::vector<int> usableCores() {
    std::vector<int> cores;
    cpu_set_t set;
    CPU_ZERO(&set);
    if (::sched_getaffinity(0, sizeof set, &set) == 0) {
        for (int core = 0; core < CPU_SETSIZE; ++core)
            if (CPU_ISSET(core, &set)) cores.push_back(core);
    }
    if (cores.empty()) cores.push_back(0);
    return cores;
}

}  // namespace

GroupMember thisMember() {
    GroupMember member{.host = hostName(),
                       .process = ::getpid(),
                       .kernel = {},
                       .cores = usableCores(),
                       .unboundCores = unboundCores()};
    std::ifstream("/proc/sys/kernel/random/boot_id") >> member.kernel;
    if (member.kernel.empty()) member.kernel = member.host;
    return member;
}

std::string toText(const GroupMember& member) {
    std::ostringstream text;
    text << member.host << '\n' << member.process << '\n' << member.kernel << '\n' << member.unboundCores << '\n';
    for (const int core : member.cores) text << core << ' ';
    return text.str();
}

GroupMember memberFromText(const std::string& text) {
    GroupMember member;
    std::istringstream stream(text);
    std::getline(stream, member.host);
    stream >> member.process >> member.kernel >> member.unboundCores;
    for (int core = 0; stream >> core;) member.cores.push_back(core);
    return member;
}

std::string whereabouts(const GroupMember& member) {
    return translated("on {}, process ID {}", member.host, member.process);
}

std::vector<int> threadsOf(const std::vector<GroupMember>& members) {
    std::map<std::pair<std::string, int>, int> sharers;  // number of members that may use each (kernel, core)
    for (const GroupMember& member : members)
        for (const int core : member.cores) ++sharers[{member.kernel, core}];
    std::vector<int> threads;
    for (const GroupMember& member : members) {
        double share = 0;
        for (const int core : member.cores) share += 1.0 / sharers[{member.kernel, core}];
        threads.push_back(std::max(1, static_cast<int>(share + 1e-9)));  // + 1e-9: 1/3 + 1/3 + 1/3 must give 1
    }
    return threads;
}

void describeProcesses(const std::vector<GroupMember>& members, DeviceFacts& device) {
    const std::vector<int> threads = threadsOf(members);
    std::set<std::string> kernels;
    for (const GroupMember& member : members) kernels.insert(member.kernel);
    const auto [smallest, largest] = std::minmax_element(threads.begin(), threads.end());
    device.processes = static_cast<int>(members.size());
    device.threads = std::accumulate(threads.begin(), threads.end(), 0);
    device.threadsPerProcess = *smallest == *largest ? *largest : 0;
    device.hosts = static_cast<int>(kernels.size());
}

}  // namespace recscope
