// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

namespace recscope {

/// ln Gamma(x), x > 0. Thread-safe, unlike std::lgamma, which writes a global variable.
inline double logGamma(double x) {
    int sign = 0;
    return ::lgamma_r(x, &sign);
}

}  // namespace recscope
