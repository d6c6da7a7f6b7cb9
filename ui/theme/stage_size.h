// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope::ui {

/// In presentation mode, body text is at least this share of the screen's height, so that the last row of a lecture
/// hall can read it: about 1 / 40, the smallest text that guides for slides allow (18 points of a slide 7.5 inches high
/// are 3.3 %, captions of 14 points 2.6 %).
inline constexpr double kBodyOnStage = 0.026;

/// The height, in pixels, of the screen used for the presentation; takes effect at the next Theme::setPresenting(true).
void setStageHeight(int pixels);

}  // namespace recscope::ui
