// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <initializer_list>

#include "core/util/error.h"

namespace recscope::cli {

namespace {

constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};

// A stop callback takes locks, which a signal handler must not: the handler only writes a byte, a thread does the rest.
volatile std::sig_atomic_t writeEnd = -1;

void tellWatcher(char byte) {
    const int savedErrno = errno;
    while (::write(writeEnd, &byte, 1) < 0 && errno == EINTR) continue;
    errno = savedErrno;
}

extern "C" void onSignal(int) {
    tellWatcher('s');
}

}  // namespace

Interrupt::Interrupt() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        throw Error(ErrorKind::Input, "The system refused to open a pipe.", "Close other programs and try again.");
    }
    m_readEnd = ends[0];
    writeEnd = ends[1];
    m_watcher = std::jthread([this] {
        char byte = 0;
        while (::read(m_readEnd, &byte, 1) < 0 && errno == EINTR) continue;
        if (byte == 's') m_stop.request_stop();
    });
    struct sigaction action {};
    action.sa_handler = onSignal;
    action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
    for (const int signal : kSignals) ::sigaction(signal, &action, nullptr);
}

Interrupt::~Interrupt() {
    struct sigaction action {};
    action.sa_handler = SIG_DFL;
    for (const int signal : kSignals) ::sigaction(signal, &action, nullptr);
    tellWatcher('q');
    m_watcher.join();
    ::close(m_readEnd);
    ::close(writeEnd);
}

}  // namespace recscope::cli
