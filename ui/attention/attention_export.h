// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QString>
#include <optional>

namespace recscope::ui {

class AttentionMap;

bool writeText(const QString& path, const QString& text);
void copyText(const QString& text);

/// The context menu of a map: the steps of a row's weights where the map offers them, save, copy, range of the colours,
/// zoom. The row defaults to `lookingRow`.
void showMapMenu(AttentionMap& map, QPoint globalPosition, std::optional<int> row = {});

}  // namespace recscope::ui
