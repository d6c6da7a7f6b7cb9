// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QPoint;
class QWidget;

namespace recscope::ui {

/// What each metric named in the text is, its formula and a worked example, one paragraph each; empty if it names none.
QString metricExplanations(const QString& text);

/// What the widget says as tooltip at this place (of its own coordinates), with the explanation of every metric that it
/// names there: the head of a table's column, a plot's title, a label, a button, the entry of a box. Empty where no
/// metric is named: then the tooltip is the widget's own matter.
QString metricTipAt(const QWidget& widget, const QPoint& at);

/// From now on every tooltip of a place that names a metric explains it: no page needs to think of it.
void explainMetrics();

}  // namespace recscope::ui
