// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/explain/attention/planted_causes.h"

namespace recscope::ui {

/// "80 % (75 to 85 %)": a share with its 95 % interval.
QString shareText(const ShareInterval& of);

/// The counts of lesson 9 in one paragraph, and the conclusion from these counts.
QString causeCountsText(const CauseFinding& finding);
/// In how many cases only the head, and only hiding, found the cause: what the conclusion compares. Empty without
/// attention.
QString causePairsText(const CauseFinding& finding);
QString causeConclusionText(const CauseFinding& finding);

}  // namespace recscope::ui
