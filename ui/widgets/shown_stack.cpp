// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/shown_stack.h"

namespace recscope::ui {

ShownStack::ShownStack(QWidget* parent) : QStackedWidget(parent) {
    connect(this, &QStackedWidget::currentChanged, this, &ShownStack::updateGeometry);
}

void ShownStack::setMinimumPageSize(QSize size) {
    m_minimumPageSize = size;
    updateGeometry();
}

QSize ShownStack::sizeHint() const {
    return currentWidget() ? currentWidget()->sizeHint() : QStackedWidget::sizeHint();
}

QSize ShownStack::minimumSizeHint() const {
    const QSize page = currentWidget() ? currentWidget()->minimumSizeHint() : QStackedWidget::minimumSizeHint();
    return page.expandedTo(m_minimumPageSize);
}

}  // namespace recscope::ui
