// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>

class QWidget;

namespace recscope::ui {

/// `requested` inside `available`: not larger, and moved no further than it has to be.
QRect fittedInto(const QRect& available, const QRect& requested);

/// Makes a window no larger than what its screen leaves to windows, frame included, and brings it there if it was put
/// where no screen is. A least size that is larger than the screen gives way.
void fitOnScreen(QWidget& window);

/// From now on every window and dialog of the program is fitted when it is shown, and when a screen is taken away.
void keepWindowsOnScreen();

}  // namespace recscope::ui
