// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/export_button.h"

#include <QCoreApplication>
#include <QMenu>
#include <QToolButton>

#include "ui/theme/icons.h"
#include "ui/widgets/table_view.h"

namespace recscope::ui {

QToolButton* exportButton(TableView& table, const QString& name) {
    auto* button = new QToolButton;
    button->setObjectName(name);
    button->setText(QCoreApplication::translate("ExportButton", "Copy or export"));
    button->setToolTip(QCoreApplication::translate(
        "ExportButton", "The table with dataset, split and protocol as CSV, Markdown or LaTeX"));
    button->setIcon(lineIcon(QStringLiteral("export")));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(button);
    QObject::connect(menu, &QMenu::aboutToShow, button, [menu, &table] {
        menu->clear();
        table.addTextActions(*menu);
    });
    button->setMenu(menu);
    return button;
}

}  // namespace recscope::ui
