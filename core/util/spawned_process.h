// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

namespace recscope {

/// A file descriptor that is closed on destruction.
class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int number) : m_number(number) {}
    Descriptor(Descriptor&& other) noexcept : m_number(std::exchange(other.m_number, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept;
    ~Descriptor() { close(); }

    void close();
    int number() const { return m_number; }
    bool isOpen() const { return m_number >= 0; }

private:
    int m_number = -1;
};

/// A connected pair of stream sockets. They are used instead of a pipe because a write to a socket whose other end is
/// closed need not raise SIGPIPE (MSG_NOSIGNAL). Throws Error(Input) if the system has no descriptors left.
std::pair<Descriptor, Descriptor> connectedSockets();

/// Appends bytes that a socket has received, at most 64 KiB. Returns false at the end of the stream or after an error.
/// Does not block.
bool receiveAvailable(const Descriptor& from, std::string& text);

/// How a process ended.
struct ProcessEnd {
    int exitCode = -1;  ///< -1 if a signal ended it
    int signal = 0;     ///< 0 if it exited by itself
};

/// A running program, started without a shell and in a separate process group, so that it does not receive Ctrl-C from
/// the terminal. The destructor calls `kill` unless `wait` has returned.
class SpawnedProcess {
public:
    /// Starts the program `words[0]` (found by PATH) with the other words as its arguments. The descriptors `input`,
    /// `output` and `messages` become its standard input, output and error; if `input` is -1, its standard input is
    /// /dev/null. Throws Error(Input) with `hint` if it cannot be started.
    SpawnedProcess(const std::vector<std::string>& words, int input, int output, int messages, const std::string& hint);
    ~SpawnedProcess() { kill(); }
    SpawnedProcess(const SpawnedProcess&) = delete;
    SpawnedProcess& operator=(const SpawnedProcess&) = delete;

    /// Ends the program and its children with SIGKILL and waits for its end.
    void kill();
    /// Blocks until the program has ended. Call it at most once, and not after `kill`.
    ProcessEnd wait();
    bool hasEnded() const;  ///< does not block; pre: neither `kill` nor `wait` was called

private:
    pid_t m_pid = -1;
};

}  // namespace recscope
