// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace recscope {

/// The numeric addresses at both ends of a connection: this host (`here`) and the other host (`there`).
struct HostRoute {
    std::string here, there;
};

/// Makes a test connection to the host and closes it. Returns nothing if no address of the host accepts the connection.
/// Waits up to five seconds per address.
std::optional<HostRoute> routeTo(const std::string& host, std::uint16_t port);

/// Whether a numeric address is a loopback address.
bool isLoopback(const std::string& address);

}  // namespace recscope
