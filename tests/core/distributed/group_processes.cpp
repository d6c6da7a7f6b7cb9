// SPDX-License-Identifier: GPL-3.0-or-later
#include "group_processes.h"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <exception>

namespace recscope::test {

namespace {

std::string resultOf(const RankInfo& rankInfo, const GroupProcesses::Work& work) {
    try {
        const auto processGroup = ProcessGroup::join(rankInfo, {}, {});
        try {
            return work(*processGroup);
        } catch (const PeerLostError&) {
            throw;
        } catch (const std::exception& error) {
            processGroup->reportFailure(error.what(), {});
            throw;
        }
    } catch (const std::exception& error) {
        return std::string("error: ") + error.what();
    }
}

}  // namespace

GroupProcesses::GroupProcesses(const std::string& launch, int size, const Work& work,
                               const std::function<void(int)>& before) {
    for (int rank = 0; rank < size; ++rank) {
        RankInfo rankInfo;
        rankInfo.rank = rank;
        rankInfo.size = size;
        rankInfo.launch = launch;
        start(rankInfo, work, before);
    }
}

void GroupProcesses::start(const RankInfo& rankInfo, const Work& work, const std::function<void(int)>& before) {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) std::abort();
    const pid_t process = ::fork();
    if (process == 0) {
        ::close(ends[0]);
        for (const Child& sibling : m_children) ::close(sibling.readEnd);
        if (before) before(rankInfo.rank);
        const std::string text = resultOf(rankInfo, work);
        const bool isWritten = ::write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size());
        ::_exit(isWritten ? 0 : 1);
    }
    ::close(ends[1]);
    m_children.push_back({process, ends[0]});
}

GroupProcesses::~GroupProcesses() {
    for (const Child& child : m_children) {
        if (child.process > 0) {
            ::kill(child.process, SIGKILL);
            ::waitpid(child.process, nullptr, 0);
        }
        ::close(child.readEnd);
    }
}

MemberOutcome GroupProcesses::wait(int rank) {
    Child& child = m_children[static_cast<std::size_t>(rank)];
    MemberOutcome outcome;
    std::array<char, 4096> text{};
    for (ssize_t count = 0; (count = ::read(child.readEnd, text.data(), text.size())) > 0;)
        outcome.text.append(text.data(), static_cast<std::size_t>(count));
    int status = 0;
    ::waitpid(child.process, &status, 0);
    child.process = -1;
    if (WIFSIGNALED(status)) outcome.signal = WTERMSIG(status);
    return outcome;
}

std::vector<MemberOutcome> GroupProcesses::wait() {
    std::vector<MemberOutcome> outcomes;
    for (std::size_t rank = 0; rank < m_children.size(); ++rank) outcomes.push_back(wait(static_cast<int>(rank)));
    return outcomes;
}

}  // namespace recscope::test
