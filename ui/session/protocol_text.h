// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "core/metrics/protocol.h"

namespace recscope::ui {

/// A short label for the parts of the protocol that affect a metric: "full, seen items removed", "100 by popularity
/// (pop100)". Names the seed (of sampled candidates) and the leave-one-out split only if `all` contains a protocol with
/// the same candidates but another seed or split. Any other split, and training on validation items, are always named.
QString protocolLabel(const Protocol& protocol, const std::vector<Protocol>& all = {});
/// "test" or "validation".
QString splitText(Split split);

}  // namespace recscope::ui
