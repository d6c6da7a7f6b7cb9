// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/metrics/protocol.h"

namespace recscope {

/// A protocol as one word, for machine-readable tables: "full-seen_removed-leave_one_out",
/// "pop100-seed_42-seen_removed-leave_one_out", "full-seen_kept-global_time-valid_880000000-test_890000000". Only equal
/// protocols have the same word. The word does not depend on the language.
std::string protocolId(const Protocol& protocol);

}  // namespace recscope
