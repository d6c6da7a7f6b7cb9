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
class MapAnswers;

/// Controls of the large attention map: what it shows, the head, mean or run that is subtracted, the colour range, and
/// export.
class MapControls : public QWidget {
    Q_OBJECT
public:
    /// Without `answers`, the views that need data of other users or of another run (`needsAnswers`) are not offered.
    explicit MapControls(AttentionMap& map, MapAnswers* answers = nullptr, QWidget* parent = nullptr);
    /// Sets the function that shows the menu of the export button at a point in global coordinates. By default the
    /// button shows the map's menu.
    void setExportMenu(std::function<void(QPoint)> show) { m_exportMenu = std::move(show); }

private:
    void refresh();
    void refreshRuns();
    void refreshHeads();

    AttentionMap& m_map;
    std::function<void(QPoint)> m_exportMenu;
    MapAnswers* m_answers;
    QComboBox *m_view, *m_run, *m_other, *m_range;
    QLabel* m_against;
    QPushButton* m_average;
};

}  // namespace recscope::ui
