// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/button_access.h"

#include <QAbstractButton>
#include <QAccessibleWidget>
#include <QButtonGroup>
#include <QCoreApplication>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

namespace recscope::ui {

namespace {

bool isExclusive(const QAbstractButton& button) {
    return button.group() ? button.group()->exclusive() : button.autoExclusive();
}

/// Computes role and state again whenever a screen reader asks for them, because they may change.
class ButtonAccess : public QAccessibleWidget {
public:
    explicit ButtonAccess(QAbstractButton* button) : QAccessibleWidget(button) {}

    QAccessible::Role role() const override {
        if (menu()) return QAccessible::ButtonMenu;
        if (!button().isCheckable()) return QAccessible::Button;
        return isExclusive(button()) ? QAccessible::RadioButton : QAccessible::CheckBox;
    }

    QAccessible::State state() const override {
        QAccessible::State state = QAccessibleWidget::state();
        state.checkable = button().isCheckable();
        state.checked = button().isChecked();
        state.pressed = button().isDown();
        state.hasPopup = menu() != nullptr;
        if (const auto* push = qobject_cast<QPushButton*>(widget())) state.defaultButton = push->isDefault();
        return state;
    }

    QString text(QAccessible::Text which) const override {
        const QString stated = QAccessibleWidget::text(which);
        if (which == QAccessible::Accelerator) return button().shortcut().toString(QKeySequence::NativeText);
        if (which != QAccessible::Name || !stated.isEmpty()) return stated;
        if (!button().text().isEmpty()) return button().text().remove(QLatin1Char('&'));
        // A button without text: in a line edit, it is Qt's own clear button; other buttons are named by their tooltip.
        return qobject_cast<QLineEdit*>(widget()->parentWidget()) ? QCoreApplication::translate("Access", "Clear")
                                                                  : widget()->toolTip();
    }

    QStringList actionNames() const override {
        QStringList names = QAccessibleWidget::actionNames();
        if (button().isEnabled()) names.prepend(clickAction());
        return names;
    }

    void doAction(const QString& action) override {
        if (action != clickAction()) return QAccessibleWidget::doAction(action);
        if (!button().isEnabled()) return;
        auto* tool = qobject_cast<QToolButton*>(widget());
        if (tool && menu()) return tool->showMenu();
        button().click();
    }

    QStringList keyBindingsForAction(const QString& action) const override {
        const QKeySequence keys = button().shortcut();
        if (action != clickAction() || keys.isEmpty()) return {};
        return {keys.toString(QKeySequence::PortableText)};
    }

private:
    QAbstractButton& button() const { return *static_cast<QAbstractButton*>(widget()); }
    const QMenu* menu() const {
        if (const auto* tool = qobject_cast<QToolButton*>(widget())) return tool->menu();
        const auto* push = qobject_cast<QPushButton*>(widget());
        return push ? push->menu() : nullptr;
    }
    /// The name of the accessibility action that clicks the button.
    QString clickAction() const {
        return menu() ? showMenuAction() : button().isCheckable() ? toggleAction() : pressAction();
    }
};

QAccessibleInterface* accessOf(const QString& className, QObject* object) {
    if (className != QLatin1String("QPushButton") && className != QLatin1String("QToolButton")) return nullptr;
    return new ButtonAccess(static_cast<QAbstractButton*>(object));
}

}  // namespace

void clickForScreenReaders() {
    [[maybe_unused]] static const bool installed = [] {
        QAccessible::installFactory(accessOf);
        return true;
    }();
}

}  // namespace recscope::ui
