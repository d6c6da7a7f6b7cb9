// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>

class QDialog;
class QScrollArea;

namespace recscope::ui {

/// Resizes the dialog to this size (screen pixels), but not larger than the window of its parent.
void fitOverWindow(QDialog& dialog, QSize size);

/// Resizes the dialog to this width (screen pixels) and to the height at which the scroll area `scrolled` shows its
/// whole content, but not larger than the window of the dialog's parent.
void fitToContent(QDialog& dialog, int width, const QScrollArea& scrolled);

}  // namespace recscope::ui
