// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>

class QDialog;
class QScrollArea;

namespace recscope::ui {

/// Resizes the dialog to this size (screen pixels), but not larger than its parent's window.
void fitOverWindow(QDialog& dialog, QSize size);

/// The same for a dialog with the scroll area `scrolled`: as high as needed to show its whole content.
void fitWhole(QDialog& dialog, int width, const QScrollArea& scrolled);

}  // namespace recscope::ui
