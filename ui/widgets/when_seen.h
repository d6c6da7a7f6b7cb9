// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <functional>

namespace recscope::ui {

/// Updates a widget only while it is visible: changes made while it is hidden are shown by a single update when it
/// becomes visible.
class WhenSeen : public QObject {
public:
    /// `show` brings the widget up to date. Lives as long as the widget.
    WhenSeen(QWidget& widget, std::function<void()> show);

    /// To be called when something changed: updates at once if the widget is visible, else as soon as it is.
    void refresh();

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget& m_widget;
    std::function<void()> m_show;
    bool m_isDue = false;
};

}  // namespace recscope::ui
