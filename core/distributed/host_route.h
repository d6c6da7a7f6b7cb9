// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace recscope {

/// The addresses of two hosts that can be connected, in numbers.
struct HostRoute {
    std::string here, there;
};

/// Connects once, to see. Nothing if nobody listens there, or answers within five seconds.
std::optional<HostRoute> routeTo(const std::string& host, std::uint16_t port);

/// Whether an address is that of every host for itself.
bool isLoopback(const std::string& address);

}  // namespace recscope
