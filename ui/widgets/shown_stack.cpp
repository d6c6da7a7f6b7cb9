// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/shown_stack.h"

namespace recscope::ui {

ShownStack::ShownStack(QWidget* parent) : QStackedWidget(parent) {
    connect(this, &QStackedWidget::currentChanged, this, &ShownStack::updateGeometry);
}

QSize ShownStack::sizeHint() const {
    return currentWidget() ? currentWidget()->sizeHint() : QStackedWidget::sizeHint();
}

QSize ShownStack::minimumSizeHint() const {
    return currentWidget() ? currentWidget()->minimumSizeHint() : QStackedWidget::minimumSizeHint();
}

}  // namespace recscope::ui
