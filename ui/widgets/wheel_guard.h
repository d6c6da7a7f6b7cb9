// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope::ui {

/// From now on the wheel scrolls what lies below a tab bar or an input that has not the focus: a page that moves under
/// the pointer must change neither a value nor the tab.
void scrollPastInputs();

}  // namespace recscope::ui
