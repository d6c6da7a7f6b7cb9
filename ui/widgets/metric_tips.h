// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QPoint;
class QWidget;

namespace recscope::ui {

/// For each metric named in the text: its meaning, its formula and a worked example, one paragraph each; empty if it
/// names none.
QString metricExplanations(const QString& text);

/// The widget's tooltip at this position (in its own coordinates), with the explanation of every metric named there: in
/// a table's column header, a plot's title, a label, a button, an entry of a combo box. Empty where no metric is named:
/// the widget's own tooltip applies.
QString metricTipAt(const QWidget& widget, const QPoint& at);

/// From now on every tooltip at a place that names a metric explains it; pages need not do anything.
void explainMetrics();

}  // namespace recscope::ui
