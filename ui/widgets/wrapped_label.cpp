// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/wrapped_label.h"

#include <QResizeEvent>
#include <algorithm>

namespace recscope::ui {

WrappedLabel::WrappedLabel(const QString& text, QWidget* parent) : TextLabel(parent) {
    setText(text);
}

QSize WrappedLabel::minimumSizeHint() const {
    const QSize hint = QLabel::minimumSizeHint();
    return {hint.width(), std::max(hint.height(), text().isEmpty() ? 0 : heightForWidth(width()))};
}

void WrappedLabel::resizeEvent(QResizeEvent* event) {
    QLabel::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) updateGeometry();
}

}  // namespace recscope::ui
