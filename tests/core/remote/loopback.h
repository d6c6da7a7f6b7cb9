// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace recscope::test {

/// A relay between ssh and sshd that can be cut.
class Relay {
public:
    explicit Relay(int targetPort);
    ~Relay();
    Relay(const Relay&) = delete;
    Relay& operator=(const Relay&) = delete;

    int port() const { return m_port; }
    /// Breaks the connections and accepts no new ones until `restore`.
    void cut() { m_isCut = true; }
    void restore() { m_isCut = false; }
    /// Limits the traffic to sshd to about half a megabyte a second from now on.
    void slowDown() { m_isSlow = true; }
    std::int64_t bytesUp() const { return m_bytesUp; }  ///< bytes sent to sshd so far

private:
    struct Connection {
        int client = -1, server = -1;
    };
    void run();
    bool pass(int from, int to, std::atomic<std::int64_t>& count) const;
    void closeAll();

    int m_targetPort, m_port = 0, m_listener = -1;  // m_listener last: its initializer also sets m_port
    std::vector<Connection> m_connections;
    std::atomic<bool> m_isCut = false, m_isSlow = false, m_ends = false;
    std::atomic<std::int64_t> m_bytesUp = 0, m_bytesDown = 0;
    std::thread m_thread;
};

/// A real sshd on the loopback interface, run by the test's user with newly made keys. `RECSCOPE_SSH` is set to an ssh
/// that reaches it as "loopback" through a `Relay`. The sessions of this sshd write below `dataHome`.
class Loopback {
public:
    Loopback();
    ~Loopback();
    Loopback(const Loopback&) = delete;
    Loopback& operator=(const Loopback&) = delete;

    Relay& relay() { return *m_relay; }
    /// The folder in which the sessions keep their data.
    std::filesystem::path dataHome() const { return m_folder / "data"; }
    /// The run folders below `dataHome`.
    std::vector<std::filesystem::path> runFolders() const;
    /// From now on ssh offers a key that sshd does not know.
    void offerWrongKey();
    /// Writes an executable shell script in the test's folder and returns its path.
    std::string writeProgram(const std::string& name, const std::string& text) const;
    std::filesystem::path folder() const { return m_folder; }

private:
    void writeConfigs(int sshdPort);
    void writeClientConfig(const std::string& key);

    std::filesystem::path m_folder;
    pid_t m_sshd = -1;
    std::unique_ptr<Relay> m_relay;
};

/// Like `Loopback`, but without a network: `RECSCOPE_SSH` is set to a program that passes the command to a local shell.
class PlainShell {
public:
    PlainShell();
    ~PlainShell();
    PlainShell(const PlainShell&) = delete;
    PlainShell& operator=(const PlainShell&) = delete;

    std::filesystem::path dataHome() const { return m_folder / "data"; }
    std::string writeProgram(const std::string& name, const std::string& text) const;
    /// Writes a program that takes precedence over the system's program of that name.
    void replaceProgram(const std::string& name, const std::string& text) const;
    void restoreProgram(const std::string& name) const;

private:
    std::filesystem::path m_folder;
};

}  // namespace recscope::test
