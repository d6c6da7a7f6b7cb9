// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/when_seen.h"

#include <QEvent>
#include <utility>

namespace recscope::ui {

WhenSeen::WhenSeen(QWidget& widget, std::function<void()> show) : m_widget(widget), m_show(std::move(show)) {
    widget.installEventFilter(this);
}

void WhenSeen::refresh() {
    if (m_widget.isVisible())
        m_show();
    else
        m_isDue = true;
}

bool WhenSeen::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Show && std::exchange(m_isDue, false)) m_show();
    return QObject::eventFilter(watched, event);
}

}  // namespace recscope::ui
