// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace recscope {

/// Numeric addresses of this host and of the one it connected to.
struct HostRoute {
    std::string here, there;
};

/// Makes one test connection. None if it is refused or takes more than five seconds per address.
std::optional<HostRoute> routeTo(const std::string& host, std::uint16_t port);

/// Whether a numeric address is a loopback address.
bool isLoopback(const std::string& address);

}  // namespace recscope
