// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "core/metrics/protocol.h"

namespace recscope::ui {

/// A short label for the parts of the protocol that affect a metric: "full, seen items removed", "100 by popularity
/// (pop100)". Includes the seed and the split only if `all` contains a protocol with the same candidates but another
/// seed or split. A global-time split and training on validation items are always included.
QString protocolLabel(const Protocol& protocol, const std::vector<Protocol>& all = {});
/// "test" or "validation".
QString splitText(Split split);

}  // namespace recscope::ui
