// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QComboBox;
class QLabel;

namespace recscope::ui {

class AttentionMap;

/// What is shown of the attention, against which head, what the colours end at, and the way out as a file.
class MapControls : public QWidget {
    Q_OBJECT
public:
    explicit MapControls(AttentionMap& map, QWidget* parent = nullptr);

private:
    void follow();

    AttentionMap& m_map;
    QComboBox *m_view, *m_other, *m_range;
    QLabel* m_against;
};

}  // namespace recscope::ui
