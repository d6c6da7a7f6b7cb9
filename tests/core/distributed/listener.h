// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <vector>

namespace recscope::test {

/// Listens on a port of this host and sends nothing to clients.
class Listener {
public:
    explicit Listener(int backlog) : m_socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        m_address.sin_family = AF_INET;
        m_address.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
        socklen_t length = sizeof m_address;
        m_listens = ::bind(m_socket, address(), length) == 0 && ::listen(m_socket, backlog) == 0 &&
                    ::getsockname(m_socket, address(), &length) == 0;
    }
    ~Listener() {
        for (const int connection : m_connections) ::close(connection);
        ::close(m_socket);
    }
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

    bool listens() const { return m_listens; }
    std::uint16_t port() const { return ::ntohs(m_address.sin_port); }
    /// Connects to itself until the backlog is full and the system answers no further connection attempt.
    void fill() {
        for (int i = 0; i < 4; ++i) {
            m_connections.push_back(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
            ::connect(m_connections.back(), address(), sizeof m_address);
        }
    }
    /// Accepts a waiting connection.
    void accept() { m_connections.push_back(::accept(m_socket, nullptr, nullptr)); }

private:
    sockaddr* address() { return reinterpret_cast<sockaddr*>(&m_address); }

    int m_socket;
    sockaddr_in m_address{};
    bool m_listens = false;
    std::vector<int> m_connections;
};

}  // namespace recscope::test
