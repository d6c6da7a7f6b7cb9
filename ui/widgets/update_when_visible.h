// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <functional>

namespace recscope::ui {

/// Updates a widget only while it is visible. Changes made while it is hidden cause a single update when it becomes
/// visible.
class UpdateWhenVisible : public QObject {
public:
    /// `show` is the function that updates the widget. `widget` must outlive this object.
    UpdateWhenVisible(QWidget& widget, std::function<void()> show);

    /// Updates immediately if the widget is visible, else when it becomes visible. To be called when something has
    /// changed.
    void refresh();

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget& m_widget;
    std::function<void()> m_show;
    bool m_isDue = false;
};

}  // namespace recscope::ui
