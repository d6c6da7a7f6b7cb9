// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QWidget;

namespace recscope::ui::test {

/// The visible widgets in `root` that a person cannot see whole, one line each: a widget that leaves its parent, is
/// smaller than its minimum, or overlaps a neighbour in its layout. The contents of scroll areas are not checked.
QStringList cutWidgets(const QWidget& root);

}  // namespace recscope::ui::test
