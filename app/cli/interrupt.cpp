// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <initializer_list>

#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope::cli {

namespace {

constexpr std::array kStops = {SIGINT, SIGTERM, SIGHUP};
constexpr std::array kPauses = {SIGUSR1, SIGUSR2};

// Requesting a stop acquires locks, which a signal handler must not do. The handler therefore only writes a byte to a
// pipe, and a thread does the rest. The bytes: s = stop, p = pause, r = resume, q = quit the thread.
volatile std::sig_atomic_t writeEnd = -1;

void notifyWatcher(char byte) {
    const int savedErrno = errno;
    while (::write(writeEnd, &byte, 1) < 0 && errno == EINTR) continue;
    errno = savedErrno;
}

extern "C" void onSignal(int) {
    notifyWatcher('s');
}

extern "C" void onPauseSignal(int signal) {
    notifyWatcher(signal == SIGUSR1 ? 'p' : 'r');
}

template <class Signals>
void handle(const Signals& signals, void (*handler)(int), int flags) {
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = flags;
    for (const int signal : signals) ::sigaction(signal, &action, nullptr);
}

}  // namespace

Interrupt::Interrupt(std::function<void(bool paused)> onPause) : m_onPause(std::move(onPause)) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        throw Error(ErrorKind::Input, translated("The system refused to open a pipe."),
                    translated("Close other programs and try again."));
    }
    m_readEnd = ends[0];
    writeEnd = ends[1];
    m_watcher = std::jthread([this] { watch(); });
    handle(kStops, onSignal, static_cast<int>(SA_RESTART | SA_RESETHAND));
    handle(kPauses, onPauseSignal, SA_RESTART);
}

void Interrupt::watch() {
    for (char byte = 0; byte != 'q';) {
        const ssize_t count = ::read(m_readEnd, &byte, 1);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return;
        if (byte == 's') m_stop.request_stop();
        if (byte == 'p' || byte == 'r') m_onPause(byte == 'p');
    }
}

Interrupt::~Interrupt() {
    handle(kStops, SIG_DFL, 0);
    handle(kPauses, SIG_IGN, 0);  // by default a late SIGUSR1 or SIGUSR2 would kill the process
    notifyWatcher('q');
    m_watcher.join();
    ::close(m_readEnd);
    ::close(writeEnd);
}

}  // namespace recscope::cli
