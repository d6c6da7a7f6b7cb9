// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/distributed/host_route.h"

#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <memory>

namespace recscope {

namespace {

/// Closes its socket on destruction.
struct Socket {
    int descriptor = -1;
    ~Socket() {
        if (descriptor >= 0) ::close(descriptor);
    }
};

// A host that is down, or behind a firewall that drops packets, does not refuse the connection. The limit leaves time
// for two SYN retries of the kernel, after one and three seconds.
constexpr int kConnectTimeout = 5000;  // milliseconds

/// Whether the connection succeeds within kConnectTimeout.
bool connects(int descriptor, const addrinfo& to) {
    if (::connect(descriptor, to.ai_addr, to.ai_addrlen) == 0) return true;
    if (errno != EINPROGRESS) return false;
    pollfd waiting{.fd = descriptor, .events = POLLOUT, .revents = 0};
    int failure = 0;
    socklen_t length = sizeof failure;
    return ::poll(&waiting, 1, kConnectTimeout) == 1 &&
           ::getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &length) == 0 && failure == 0;
}

std::string textOf(const sockaddr_storage& address, socklen_t length) {
    char text[NI_MAXHOST] = {};
    const auto* const plain = reinterpret_cast<const sockaddr*>(&address);
    return ::getnameinfo(plain, length, text, sizeof text, nullptr, 0, NI_NUMERICHOST) == 0 ? text : "";
}

}  // namespace

std::optional<HostRoute> routeTo(const std::string& host, std::uint16_t port) {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found) != 0) return std::nullopt;
    const std::unique_ptr<addrinfo, void (*)(addrinfo*)> all(found, ::freeaddrinfo);
    for (const addrinfo* address = found; address != nullptr; address = address->ai_next) {
        const Socket socket{::socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)};
        if (socket.descriptor < 0 || !connects(socket.descriptor, *address)) continue;
        sockaddr_storage here{}, there{};
        socklen_t hereLength = sizeof here, thereLength = sizeof there;
        if (::getsockname(socket.descriptor, reinterpret_cast<sockaddr*>(&here), &hereLength) == 0 &&
            ::getpeername(socket.descriptor, reinterpret_cast<sockaddr*>(&there), &thereLength) == 0)
            return HostRoute{textOf(here, hereLength), textOf(there, thereLength)};
    }
    return std::nullopt;
}

bool isLoopback(const std::string& address) {
    return address.starts_with("127.") || address == "::1";
}

}  // namespace recscope
