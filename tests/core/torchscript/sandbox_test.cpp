// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torchscript/sandbox.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <thread>

namespace recscope {
namespace {

/// Runs `attempt` in a restricted process. Returns 0 if `attempt` returned true, 1 if it returned false, and -1 if a
/// signal ended the process.
template <class Attempt>
int restricted(const Attempt& attempt) {
    const pid_t child = ::fork();
    if (child == 0) {
        restrictThisProcess(std::int64_t{64} << 20);
        ::_exit(attempt() ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool isForbidden(long result) {
    return result == -1 && errno == EPERM;
}

TEST(Sandbox, AllowsNoFilesNoNetworkAndNoOtherPrograms) {
    EXPECT_EQ(restricted([] { return isForbidden(::open("/etc/passwd", O_RDONLY)); }), 0);
    EXPECT_EQ(restricted([] { return isForbidden(::open("/tmp/recscope_sandbox", O_WRONLY | O_CREAT, 0600)); }), 0);
    EXPECT_EQ(restricted([] { return isForbidden(::unlink("/tmp/recscope_sandbox")); }), 0);
    EXPECT_EQ(restricted([] { return isForbidden(::socket(AF_INET, SOCK_STREAM, 0)); }), 0);
    EXPECT_EQ(restricted([] { return isForbidden(::fork()); }), 0);
    EXPECT_EQ(restricted([] { return isForbidden(::execl("/bin/true", "true", nullptr)); }), 0);
    EXPECT_EQ(restricted([] { return isForbidden(::kill(::getppid(), 0)); }), 0);
}

TEST(Sandbox, AllowsThreadsAndMemoryUpToTheLimit) {
    EXPECT_EQ(restricted([] {
                  bool ran = false;
                  std::thread([&] { ran = true; }).join();
                  return ran;
              }),
              0);
    const auto canMap = [](std::size_t megabytes) {
        return ::mmap(nullptr, megabytes << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) !=
               MAP_FAILED;
    };
    EXPECT_EQ(restricted([&] { return canMap(32) && !canMap(64); }), 0);
    EXPECT_EQ(restricted([] {  // shared memory would escape the limit
                  return ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) == MAP_FAILED;
              }),
              0);
}

TEST(Sandbox, RestrictsThreadsThatRunAlready) {
    const pid_t child = ::fork();
    if (child == 0) {
        std::atomic<bool> isRestricted = false;
        bool forbidden = false;
        std::thread earlier([&] {
            while (!isRestricted) std::this_thread::yield();
            forbidden = isForbidden(::open("/etc/passwd", O_RDONLY));
        });
        restrictThisProcess(std::int64_t{64} << 20);
        isRestricted = true;
        earlier.join();
        ::_exit(forbidden ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

}  // namespace
}  // namespace recscope
