// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope::ui {

/// Makes an open list or menu receive all keys, for the whole program, so that they do not trigger shortcuts of the
/// page below: Esc closes the list and does not end presentation mode.
void keepKeysInPopups();

}  // namespace recscope::ui
