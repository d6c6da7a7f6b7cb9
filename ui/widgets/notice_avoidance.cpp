// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/notice_avoidance.h"

#include <QWidget>

namespace recscope::ui {

namespace {

QList<QWidget*>& registered() {
    static QList<QWidget*> widgets;
    return widgets;
}

}  // namespace

void forbidNoticesOver(QWidget* widget) {
    registered() << widget;
    QObject::connect(widget, &QObject::destroyed, [widget] { registered().removeOne(widget); });
}

QList<QWidget*> widgetsNotToCover() {
    return registered();
}

}  // namespace recscope::ui
