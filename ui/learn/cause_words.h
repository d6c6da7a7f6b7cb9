// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/explain/attention/planted_causes.h"

namespace recscope::ui {

/// A share with its 95 % interval: "80 % (75 % to 85 %)".
QString shareText(const ShareInterval& interval);

/// The counts of chapter 9 (`WhyChapter`) as one paragraph: how often each method found the planted cause.
QString causeCountsText(const CauseFinding& finding);
/// Says in how many cases only the chosen attention head found the planted cause, and in how many only hiding each item
/// found it. Empty for a model without attention.
QString causePairsText(const CauseFinding& finding);
/// A sentence that says which method finds the planted cause most often.
QString causeConclusionText(const CauseFinding& finding);

}  // namespace recscope::ui
