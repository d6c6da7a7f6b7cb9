// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torchscript/sandbox.h"

#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <memory>
#include <string>

#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

[[noreturn]] void fail() {
    throw Error(ErrorKind::Input, translated("This system cannot confine the process of a model."),
                translated("It needs a Linux kernel with seccomp. No code of the model was run."));
}

/// The size of this process's private data in bytes, which RLIMIT_DATA limits.
std::int64_t dataBytes() {
    std::ifstream status("/proc/self/status");
    const std::string field = "VmData:";
    for (std::string line; std::getline(status, line);)
        if (line.starts_with(field)) return std::stoll(line.substr(field.size())) * 1024;
    fail();
}

void limit(__rlimit_resource resource, std::int64_t value) {
    const rlimit bounds{.rlim_cur = static_cast<rlim_t>(value), .rlim_max = static_cast<rlim_t>(value)};
    if (::setrlimit(resource, &bounds) != 0) fail();
}

// The system calls that multithreaded computation needs: memory, threads, clocks, and reading and writing open
// descriptors.
constexpr int kAllowedCalls[] = {
    SCMP_SYS(read),
    SCMP_SYS(write),
    SCMP_SYS(readv),
    SCMP_SYS(writev),
    SCMP_SYS(recvfrom),
    SCMP_SYS(poll),
    SCMP_SYS(ppoll),
    SCMP_SYS(close),
    SCMP_SYS(fstat),
    SCMP_SYS(lseek),

    SCMP_SYS(munmap),
    SCMP_SYS(mprotect),
    SCMP_SYS(mremap),
    SCMP_SYS(madvise),
    SCMP_SYS(brk),
    SCMP_SYS(futex),
    SCMP_SYS(set_robust_list),
    SCMP_SYS(rseq),
    SCMP_SYS(sched_yield),
    SCMP_SYS(sched_getaffinity),
    SCMP_SYS(getcpu),
    SCMP_SYS(nanosleep),
    SCMP_SYS(clock_nanosleep),
    SCMP_SYS(clock_gettime),
    SCMP_SYS(clock_getres),
    SCMP_SYS(gettimeofday),
    SCMP_SYS(getrusage),
    SCMP_SYS(getpid),
    SCMP_SYS(gettid),
    SCMP_SYS(rt_sigaction),
    SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(rt_sigreturn),
    SCMP_SYS(sigaltstack),
    SCMP_SYS(restart_syscall),
    SCMP_SYS(getrandom),
    SCMP_SYS(uname),
    SCMP_SYS(sysinfo),
    SCMP_SYS(get_mempolicy),
    SCMP_SYS(exit),
    SCMP_SYS(exit_group),
};

void filterSystemCalls() {
    const std::unique_ptr<void, void (*)(scmp_filter_ctx)> filter(::seccomp_init(SCMP_ACT_ERRNO(EPERM)),
                                                                  ::seccomp_release);
    if (!filter) fail();
    // The filter also applies to the threads that run already.
    if (::seccomp_attr_set(filter.get(), SCMP_FLTATR_CTL_TSYNC, 1) != 0) fail();
    const auto add = [&](std::uint32_t action, int call, const auto&... conditions) {
        if (::seccomp_rule_add(filter.get(), action, call, sizeof...(conditions), conditions...) != 0) fail();
    };
    for (const int call : kAllowedCalls) add(SCMP_ACT_ALLOW, call);
    // New threads are allowed, new processes are not. glibc tries clone3 first, whose flags a filter cannot read, and
    // falls back to clone if the kernel does not know it.
    add(SCMP_ACT_ALLOW, SCMP_SYS(clone), SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));
    // Only private memory, because shared memory would not count against RLIMIT_DATA.
    add(SCMP_ACT_ALLOW, SCMP_SYS(mmap), SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_TYPE, MAP_PRIVATE));
    add(SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3));
    add(SCMP_ACT_ALLOW, SCMP_SYS(tgkill), SCMP_A0(SCMP_CMP_EQ, static_cast<scmp_datum_t>(::getpid())));  // abort()
    if (::seccomp_load(filter.get()) != 0) fail();
}

}  // namespace

void restrictThisProcess(std::int64_t memoryBytes) {
    limit(RLIMIT_DATA, dataBytes() + memoryBytes);
    limit(RLIMIT_CORE, 0);
    // A crash must not write the model, or the histories that it reads, to disk.
    if (::prctl(PR_SET_DUMPABLE, 0) != 0) fail();
    filterSystemCalls();
}

}  // namespace recscope
