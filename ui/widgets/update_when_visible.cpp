// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/update_when_visible.h"

#include <QEvent>
#include <utility>

namespace recscope::ui {

UpdateWhenVisible::UpdateWhenVisible(QWidget& widget, std::function<void()> show)
    : m_widget(widget), m_show(std::move(show)) {
    widget.installEventFilter(this);
}

void UpdateWhenVisible::refresh() {
    if (m_widget.isVisible())
        m_show();
    else
        m_isDue = true;
}

bool UpdateWhenVisible::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Show && std::exchange(m_isDue, false)) m_show();
    return QObject::eventFilter(watched, event);
}

}  // namespace recscope::ui
