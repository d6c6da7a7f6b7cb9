// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attention/attention_export.h"

#include <QActionGroup>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QSaveFile>
#include <cmath>

#include "ui/attention/attention_map.h"
#include "ui/widgets/context_menu.h"
#include "ui/widgets/figure_settings.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/saving.h"
#include "ui/widgets/table_text.h"

namespace recscope::ui {

namespace {

void saveMap(AttentionMap& map) {
    const QString path =
        askWhereToSave(&map, fileNameOf(map.model().choice()), QStringLiteral(".png"),
                       AttentionMap::tr("Picture (*.png);;Drawing (*.svg);;Document (*.pdf);;Values (*.csv)"));
    if (!path.isEmpty()) map.exportTo(path);
}

}  // namespace

bool writeText(const QString& path, const QString& text) {
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return false;
    file.write(text.toUtf8());
    return file.commit();
}

void copyText(const QString& text) {
    QGuiApplication::clipboard()->setText(text);
}

QString valuesAsText(const AttentionMapModel& model, QChar separator) {
    if (model.isEmpty()) return {};
    // An item may occur at several positions, so the position is part of the name.
    const auto name = [&](int position) {
        return separatedCell(QStringLiteral("%1 %2").arg(position + 1).arg(model.labelOf(position)), separator);
    };
    QString text = AttentionMap::tr("looks \\ looked at");
    for (int column = 0; column < model.positions(); ++column) text += separator + name(column);
    text += '\n';
    for (int row = 0; row < model.positions(); ++row) {
        text += name(row);
        for (int column = 0; column < model.positions(); ++column) {
            const float value = model.valueAt({row, column});
            text += separator + (std::isnan(value) ? QString() : QString::number(double(value), 'g', 6));
        }
        text += '\n';
    }
    return text;
}

void exportMap(AttentionMap& map, const QString& path) {
    if (path.endsWith(".csv", Qt::CaseInsensitive))
        return announceEnd(&map, path, writeText(path, valuesAsText(map.model(), ',')));
    const FigureColours colours = figureSettings().colours;
    if (colours == FigureColours::AsShown) return savePicture(&map, path, map.picture());
    savePicture(&map, path,
                map.picture(colours == FigureColours::Map        ? MapRange::Own
                            : colours == FigureColours::AllHeads ? MapRange::Shared
                                                                 : MapRange::Row));
}

void showMapMenu(AttentionMap& map, QPoint globalPosition, std::optional<int> row) {
    QMenu& menu = contextMenu(map);
    const int stepsRow = row.value_or(map.selection().queryRow());
    if (map.offersSteps()) {
        menu.addAction(AttentionMap::tr("Step by step: %1…\tReturn").arg(map.model().labelOf(stepsRow)), &map,
                       [&map, stepsRow] { emit map.stepsRequested(stepsRow); });
        menu.addSeparator();
    }
    menu.addAction(AttentionMap::tr("Save as PNG, SVG, PDF or CSV…"), &map, [&map] { saveMap(map); });
    menu.addAction(AttentionMap::tr("Copy picture"), &map, [&map] { copyPicture(&map, map.picture()); });
    menu.addAction(AttentionMap::tr("Copy values\tCtrl+C"), &map,
                   [&map] { copyText(valuesAsText(map.model(), '\t')); });
    menu.addAction(AttentionMap::tr("Copy values as CSV"), &map, [&map] { copyText(valuesAsText(map.model(), ',')); });
    addCaptionChoice(menu);
    menu.addSeparator();
    auto* ranges = new QActionGroup(&menu);
    const auto addRange = [&](const QString& text, MapRange range) {
        QAction* action = menu.addAction(text, &map, [&map, range] { map.model().setRange(range); });
        action->setCheckable(true);
        action->setChecked(map.model().range() == range);
        ranges->addAction(action);
    };
    if (map.model().commonMaximum() > 0) {
        addRange(AttentionMap::tr("Colours up to the largest weight of both models"), MapRange::Shared);
    } else {
        addRange(AttentionMap::tr("Colours up to this map's largest weight"), MapRange::Own);
        addRange(AttentionMap::tr("Colours up to the largest weight of all heads"), MapRange::Shared);
    }
    addRange(AttentionMap::tr("Colours up to each row's largest weight"), MapRange::Row);
    menu.addSeparator();
    QAction* all = menu.addAction(AttentionMap::tr("Show the whole map\t0"), &map, &AttentionMap::showAll);
    all->setEnabled(map.isZoomed());
    QAction* unpin = menu.addAction(AttentionMap::tr("Unpin\tEsc"), &map.selection(), &AttentionMapSelection::unpin);
    unpin->setEnabled(map.selection().pinnedCell().has_value());
    menu.popup(globalPosition);
}

}  // namespace recscope::ui
