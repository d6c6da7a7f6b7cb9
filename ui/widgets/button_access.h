// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope::ui {

/// From now on a screen reader's action on a button clicks it: Qt's own interface toggles a checkable button without
/// the `clicked` signal, to which the program listens. A button of an exclusive group is reported as a radio button.
void clickForScreenReaders();

}  // namespace recscope::ui
