// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/kept_free.h"

#include <QWidget>

namespace recscope::ui {

namespace {

QList<QWidget*>& kept() {
    static QList<QWidget*> widgets;
    return widgets;
}

}  // namespace

void keepFreeOfNotices(QWidget* widget) {
    kept() << widget;
    QObject::connect(widget, &QObject::destroyed, [widget] { kept().removeOne(widget); });
}

QList<QWidget*> keptFreeOfNotices() {
    return kept();
}

}  // namespace recscope::ui
