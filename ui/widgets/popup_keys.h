// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope::ui {

/// From now on, every drop-down list or menu of the program receives all keys while it is open, so that they do not
/// trigger shortcuts of the page below: for example, Esc closes the list, but does not end presentation mode.
void keepKeysInPopups();

}  // namespace recscope::ui
