// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QWidget;

namespace recscope::ui::test {

/// Describes, one line each, the visible widgets in `root` that cannot be seen whole: those that extend beyond their
/// parent, are smaller than their minimum, or overlap a neighbour in their layout. The contents of scroll areas are not
/// checked.
QStringList cutWidgets(const QWidget& root);

}  // namespace recscope::ui::test
