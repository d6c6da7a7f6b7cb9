// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace recscope {

/// Now in UTC as ISO 8601, to the second: "2026-11-21T09:30:00Z".
std::string utcNow();

}  // namespace recscope
