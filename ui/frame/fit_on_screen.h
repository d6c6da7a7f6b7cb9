// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>

class QWidget;

namespace recscope::ui {

/// Limits the width and height of `requested` to those of `available`, and moves the result into `available` by the
/// smallest distance.
QRect fittedInto(const QRect& available, const QRect& requested);

/// Makes a window, including its frame, no larger than the available area of its screen (of the primary screen if it is
/// on none), and moves it into this area if its position is set. Also reduces the window's minimum size if that is
/// larger than the area.
void fitOnScreen(QWidget& window);

/// From now on, every window and dialog of the program is fitted to its screen when it is shown and when a screen is
/// removed.
void keepWindowsOnScreen();

}  // namespace recscope::ui
