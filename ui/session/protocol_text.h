// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "core/metrics/protocol.h"

namespace recscope::ui {

/// What decides a number under this protocol, in few words: "full, seen items removed", "100 by popularity (pop100)".
/// Seed, split and validation items are named where `all` holds a protocol that differs in them, split and validation
/// items also where they are not the usual.
QString protocolLabel(const Protocol& protocol, const std::vector<Protocol>& all = {});
/// "test" or "validation".
QString splitText(Split split);

}  // namespace recscope::ui
