// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope::ui {

/// Makes the wheel scroll the surrounding page when the pointer is over a tab bar or over a spin box, combo box or
/// slider without the focus, for the whole program: scrolling a page must not change a value or a tab that moves under
/// the pointer. Call it before the widgets are shown.
void scrollPastInputs();

}  // namespace recscope::ui
