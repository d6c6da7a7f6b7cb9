// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/difference_verdict.h"

#include <cmath>

namespace recscope {

DifferenceVerdict verdictOf(const MeanInterval& difference, double p, double margin) {
    if (std::abs(difference.mean) + difference.halfWidth < margin) return DifferenceVerdict::DoesNotMatter;
    if (p >= kSignificant) return DifferenceVerdict::NotSignificant;
    if (std::abs(difference.mean) < margin) return DifferenceVerdict::MaybeTooSmall;
    return difference.mean > 0 ? DifferenceVerdict::Higher : DifferenceVerdict::Lower;
}

}  // namespace recscope
