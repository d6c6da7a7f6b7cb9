// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_menu.h"

#include <QMenu>

#include "ui/plot/plot_export.h"
#include "ui/plot/plot_view.h"
#include "ui/widgets/context_menu.h"
#include "ui/widgets/picture.h"

namespace recscope::ui {

void showPlotMenu(PlotView& view, PlotExport& exports, QPoint globalPosition) {
    QMenu& menu = contextMenu(view);
    QAction* all = menu.addAction(PlotView::tr("Show all"), &view, &PlotView::showAll);
    all->setShortcut(Qt::Key_0);
    all->setEnabled(view.isZoomed());
    menu.addSeparator();
    QList<QAction*> needData{menu.addAction(PlotView::tr("Copy picture"), &view, [&exports] { exports.copyPicture(); }),
                             menu.addAction(PlotView::tr("Copy values"), &view, [&exports] { exports.copyValues(); })};
    menu.addSeparator();
    for (const QString& suffix :
         {QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf"), QStringLiteral("csv")})
        needData << menu.addAction(PlotView::tr("Export as %1…").arg(suffix.toUpper()), &view,
                                   [&view, &exports, suffix] {
                                       const QString path = exports.chosenPath(suffix);
                                       if (!path.isEmpty()) view.exportTo(path);
                                   });
    for (QAction* action : needData) action->setEnabled(!view.isEmpty());
    menu.addSeparator();
    addCaptionChoice(menu);
    menu.popup(globalPosition);
}

}  // namespace recscope::ui
