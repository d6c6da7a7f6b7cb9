// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QString>

namespace recscope::ui {

class AttentionMap;

bool writeText(const QString& path, const QString& text);
void copyText(const QString& text);

/// The context menu of a map: save, copy, range of the colours, zoom.
void showMapMenu(AttentionMap& map, QPoint globalPosition);

}  // namespace recscope::ui
