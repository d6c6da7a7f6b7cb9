// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope::ui {

/// From now on the wheel over a tab bar, or over an input without the focus, scrolls the page around it: a page that
/// moves under the pointer must change neither a value nor the tab.
void scrollPastInputs();

}  // namespace recscope::ui
