// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>

class QWidget;

namespace recscope::ui {

/// Fits `requested` into `available`: not larger, and moved as little as possible.
QRect fittedInto(const QRect& available, const QRect& requested);

/// Makes a window, including its frame, no larger than the available area of its screen, and moves it there if its
/// position is on no screen. A minimum size that is larger than the screen is reduced.
void fitOnScreen(QWidget& window);

/// From now on fits every window and dialog of the program when it is shown and when a screen is removed.
void keepWindowsOnScreen();

}  // namespace recscope::ui
