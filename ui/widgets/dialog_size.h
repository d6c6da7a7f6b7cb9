// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>

class QDialog;
class QScrollArea;

namespace recscope::ui {

/// As large as this (pixels of the screen), but not larger than the window the dialog stands over.
void fitOverWindow(QDialog& dialog, QSize size);

/// The same for a dialog of which `scrolled` scrolls: as high as it is whole.
void fitWhole(QDialog& dialog, int width, const QScrollArea& scrolled);

}  // namespace recscope::ui
