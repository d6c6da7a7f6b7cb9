// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QWidget;

namespace recscope::ui::test {

/// What a person cannot see whole of the visible widgets in `root`, one line each: what leaves its parent, is smaller
/// than it can be, or lies over a neighbour of its layout. What scrolls is looked at from outside only.
QStringList cutWidgets(const QWidget& root);

}  // namespace recscope::ui::test
