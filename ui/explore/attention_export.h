// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QSize>
#include <QString>
#include <functional>

class QPainter;

namespace recscope::ui {

class AttentionMap;

/// Paints into a .png (twice the size, for print), .svg or .pdf; false when the file cannot be written.
bool writePicture(const QString& path, QSize size, const QString& title, const std::function<void(QPainter&)>& paint);
bool writeText(const QString& path, const QString& text);
void copyText(const QString& text);

/// The context menu of a map: save, copy, range of the colours, zoom.
void showMapMenu(AttentionMap& map, QPoint globalPosition);

}  // namespace recscope::ui
