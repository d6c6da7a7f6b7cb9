// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <exception>
#include <stdexcept>

namespace recscope {

/// A child process that runs `work` and keeps what it returned, such as an open workspace. The constructor returns once
/// `work` has ended; the destructor kills the process.
class Child {
public:
    template <class Work>
    explicit Child(Work work) {
        int ends[2];
        if (::pipe(ends) != 0) throw std::runtime_error("no pipe");
        m_pid = ::fork();
        if (m_pid == 0) {
            try {
                const auto kept = work();
                const char ready = 'r';
                if (::write(ends[1], &ready, 1) != 1) ::_exit(1);
                for (;;) ::pause();
            } catch (const std::exception&) {
                ::_exit(1);
            }
        }
        char ready = 0;
        ::close(ends[1]);
        if (::read(ends[0], &ready, 1) != 1) throw std::runtime_error("the child failed");
        ::close(ends[0]);
    }
    ~Child() {
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    pid_t pid() const { return m_pid; }

private:
    pid_t m_pid = 0;
};

}  // namespace recscope
