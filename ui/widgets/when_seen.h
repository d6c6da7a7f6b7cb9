// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <functional>

namespace recscope::ui {

/// Keeps a widget up to date only while it is seen: what changed behind its back is shown once, when it is.
class WhenSeen : public QObject {
public:
    /// `show` brings the widget up to date. Lives as long as the widget.
    WhenSeen(QWidget& widget, std::function<void()> show);

    /// Something changed: shown at once if the widget is seen, else as soon as it is.
    void refresh();

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget& m_widget;
    std::function<void()> m_show;
    bool m_isDue = false;
};

}  // namespace recscope::ui
