// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope::ui {

/// The least height of body text in presentation mode, as a share of the screen's height, so that the last row of a
/// lecture hall can read it. It is about 1 / 40, the smallest share that guidelines for slides allow: on a slide 7.5
/// inches high, captions of 14 points are 2.6 % (text of 18 points is 3.3 %).
inline constexpr double kBodyOnStage = 0.026;

/// Sets the height, in pixels, of the screen used for the presentation; takes effect at the next
/// Theme::setPresenting(true).
void setStageHeight(int pixels);

}  // namespace recscope::ui
