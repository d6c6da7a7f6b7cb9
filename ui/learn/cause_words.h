// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/explain/attention/planted_causes.h"

namespace recscope::ui {

/// "80 % (75 to 85 %)": a share with its 95 % interval.
QString shareText(const ShareInterval& interval);

/// The counts of chapter 9 (`WhyChapter`) as one paragraph: how often each method found the planted cause.
QString causeCountsText(const CauseFinding& finding);
/// In how many cases only the selected attention head found the planted cause, and in how many only hiding each item
/// found it. Empty for a model without attention.
QString causePairsText(const CauseFinding& finding);
/// The conclusion from the counts, as a sentence.
QString causeConclusionText(const CauseFinding& finding);

}  // namespace recscope::ui
