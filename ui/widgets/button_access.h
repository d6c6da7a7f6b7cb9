// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope::ui {

/// Changes how all buttons of the program work with screen readers. Activating a button clicks it; Qt's own interface
/// would toggle a checkable button without emitting `clicked`. A button of an exclusive group is reported as a radio
/// button.
void clickForScreenReaders();

}  // namespace recscope::ui
