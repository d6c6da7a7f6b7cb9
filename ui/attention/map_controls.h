// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QWidget>
#include <functional>

class QComboBox;
class QLabel;
class QPushButton;

namespace recscope::ui {

class AttentionMap;
class MapQueries;

/// Controls of an `AttentionMap`: what it shows, the head, mean or run that is subtracted, the colour range, and
/// export.
class MapControls : public QWidget {
    Q_OBJECT
public:
    /// Without `queries`, the views that need data of other users or of another run (`needsOtherData`) are not offered.
    explicit MapControls(AttentionMap& map, MapQueries* queries = nullptr, QWidget* parent = nullptr);
    /// Sets the function that shows the menu of the export button at a point in global coordinates. By default the
    /// button shows the map's menu.
    void setExportMenu(std::function<void(QPoint)> show) { m_exportMenu = std::move(show); }

private:
    void refresh();
    void refreshRuns();
    void refreshHeads();

    AttentionMap& m_map;
    std::function<void(QPoint)> m_exportMenu;
    MapQueries* m_queries;
    QComboBox *m_view, *m_otherRun, *m_otherHead, *m_range;
    QLabel* m_minus;
    QPushButton* m_average;
};

}  // namespace recscope::ui
