// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/metrics/protocol.h"

namespace recscope {

/// A protocol in one word for tables that programs read: "full-seen_removed-leave_one_out",
/// "pop100-seed_42-leave_one_out", "full-seen_kept-global_time-valid_880000000-test_890000000". Equal protocols have
/// the same word, others another one, in every language.
std::string protocolId(const Protocol& protocol);

}  // namespace recscope
