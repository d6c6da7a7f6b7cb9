// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope::ui {

/// From now on a key goes to the open list or menu, never to a shortcut of the page below: Esc closes the list and does
/// not end the presentation behind it.
void keepKeysInPopups();

}  // namespace recscope::ui
