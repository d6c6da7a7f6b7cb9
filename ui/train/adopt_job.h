// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace recscope::ui {

class Session;

/// Makes a run of the chosen dataset out of weights trained elsewhere or a run capsule (a job of the strip), scores it
/// on test, chooses it, and tells how it went and what was assumed.
void adoptWeights(Session& session, const QString& path);

}  // namespace recscope::ui
