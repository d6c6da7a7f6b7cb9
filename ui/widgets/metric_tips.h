// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QPoint;
class QWidget;

namespace recscope::ui {

/// Explains each metric named in the text, one paragraph per metric: meaning, formula and a worked example. Empty if
/// the text names no metric.
QString metricExplanations(const QString& text);

/// The widget's tooltip at this position (in widget coordinates), extended by an explanation of every metric that is
/// named there, in a table's column header, a plot's title, a label, a button, or an entry of a combo box. Empty if no
/// metric is named there; the widget's own tooltip is shown then.
QString metricTipAt(const QWidget& widget, const QPoint& at);

/// Installs a filter for the whole program so that every tooltip explains the metrics named at its position; pages need
/// no code for this.
void explainMetrics();

}  // namespace recscope::ui
