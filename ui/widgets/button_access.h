// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope::ui {

/// Changes how buttons work with screen readers, for the whole program: activating a button clicks it, because Qt's own
/// interface toggles a checkable button without emitting `clicked`. A button of an exclusive group is reported as a
/// radio button.
void clickForScreenReaders();

}  // namespace recscope::ui
