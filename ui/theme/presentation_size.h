// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope::ui {

/// The minimum height of body text in presentation mode, as a share of the screen's height, so that the last row of a
/// lecture hall can read it. The value, about 1 / 40, is the smallest share that guidelines for slides allow: on a
/// slide 7.5 inches (540 points) high, captions of 14 points take 2.6 % of the height and text of 18 points 3.3 %.
inline constexpr double kMinBodyShareOfScreen = 0.026;

/// Sets the height, in pixels, of the screen used for the presentation; takes effect at the next
/// Theme::setPresenting(true).
void setPresentationHeight(int pixels);

}  // namespace recscope::ui
