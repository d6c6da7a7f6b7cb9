// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QString>
#include <optional>

namespace recscope::ui {

class AttentionMap;
class AttentionMapModel;

/// Writes the text as UTF-8; false if the file cannot be written.
bool writeText(const QString& path, const QString& text);
void copyText(const QString& text);

/// All shown values with their labels, as CSV or tab-separated text; empty while nothing is shown.
QString valuesAsText(const AttentionMapModel& model, QChar separator);
/// Saves by suffix: .png, .svg, .pdf or .csv, on the colour scale that the figure settings choose; reports the result
/// with a SavingEvent.
void exportMap(AttentionMap& map, const QString& path);

/// Shows the context menu of a map: save, copy, colour range, zoom and, if the map offers it, the step-by-step view of
/// how one row is computed. `row` is that row, a query position; it defaults to `queryRow()` of the selection.
void showMapMenu(AttentionMap& map, QPoint globalPosition, std::optional<int> row = {});

}  // namespace recscope::ui
