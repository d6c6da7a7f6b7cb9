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

/// What is shown of the attention, against which head, mean or run, what the colours end at, and the way out as a file.
class MapControls : public QWidget {
    Q_OBJECT
public:
    /// Without `answers` the views that need more than the maps of one history and their rollout are not offered.
    explicit MapControls(AttentionMap& map, MapAnswers* answers = nullptr, QWidget* parent = nullptr);
    /// What the button of the way out opens, at a point of the screen, instead of the map's menu.
    void setExportMenu(std::function<void(QPoint)> show) { m_exportMenu = std::move(show); }

private:
    void follow();
    void followRuns();
    void followHeads();

    AttentionMap& m_map;
    std::function<void(QPoint)> m_exportMenu;
    MapAnswers* m_answers;
    QComboBox *m_view, *m_run, *m_other, *m_range;
    QLabel* m_against;
    QPushButton* m_average;
};

}  // namespace recscope::ui
