// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope::ui {

/// From now on, every list or menu of the program receives all keys while it is open, so that they do not trigger
/// shortcuts of the page below: Esc closes the list and does not end presentation mode.
void keepKeysInPopups();

}  // namespace recscope::ui
