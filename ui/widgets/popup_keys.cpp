// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/popup_keys.h"

#include <QApplication>
#include <QEvent>
#include <QPointer>

namespace recscope::ui {

namespace {

class PopupKeys : public QObject {
public:
    using QObject::QObject;

    bool eventFilter(QObject* /*watched*/, QEvent* event) override {
        if (event->type() != QEvent::ShortcutOverride || !QApplication::activePopupWidget()) return false;
        event->accept();  // keeps shortcuts from taking the key
        return false;     // the list must still receive the event: Enter chooses an entry
    }
};

}  // namespace

void keepKeysInPopups() {
    static QPointer<PopupKeys> keys;
    if (keys) return;
    keys = new PopupKeys(qApp);
    qApp->installEventFilter(keys);
}

}  // namespace recscope::ui
