// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope::ui {

/// From now on, the wheel scrolls the surrounding page if the pointer is over a tab bar, or over a spin box, combo box
/// or slider that does not have the focus: scrolling a page must not change a value or a tab that happens to move under
/// the pointer. Call it before the widgets are shown.
void scrollPastInputs();

}  // namespace recscope::ui
