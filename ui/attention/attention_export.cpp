// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attention/attention_export.h"

#include <QActionGroup>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QSaveFile>

#include "ui/attention/attention_map.h"
#include "ui/widgets/context_menu.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/saving.h"

namespace recscope::ui {

namespace {

void saveMap(AttentionMap& map) {
    const QString path =
        askWhereToSave(&map, fileNameOf(map.choice()), QStringLiteral(".png"),
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

void showMapMenu(AttentionMap& map, QPoint globalPosition, std::optional<int> row) {
    QMenu& menu = contextMenu(map);
    const int stepsRow = row.value_or(map.queryRow());
    if (map.offersSteps()) {
        menu.addAction(AttentionMap::tr("Step by step: %1…\tReturn").arg(map.labelOf(stepsRow)), &map,
                       [&map, stepsRow] { emit map.stepsRequested(stepsRow); });
        menu.addSeparator();
    }
    menu.addAction(AttentionMap::tr("Save as PNG, SVG, PDF or CSV…"), &map, [&map] { saveMap(map); });
    menu.addAction(AttentionMap::tr("Copy picture"), &map, [&map] { copyPicture(&map, map.picture()); });
    menu.addAction(AttentionMap::tr("Copy values\tCtrl+C"), &map, [&map] { copyText(map.valuesAsText('\t')); });
    menu.addAction(AttentionMap::tr("Copy values as CSV"), &map, [&map] { copyText(map.valuesAsText(',')); });
    addCaptionChoice(menu);
    menu.addSeparator();
    auto* ranges = new QActionGroup(&menu);
    const auto addRange = [&](const QString& text, MapRange range) {
        QAction* action = menu.addAction(text, &map, [&map, range] { map.setRange(range); });
        action->setCheckable(true);
        action->setChecked(map.range() == range);
        ranges->addAction(action);
    };
    if (map.commonMaximum() > 0) {
        addRange(AttentionMap::tr("Colours up to the largest weight of both models"), MapRange::Shared);
    } else {
        addRange(AttentionMap::tr("Colours up to this map's largest weight"), MapRange::Own);
        addRange(AttentionMap::tr("Colours up to the largest weight of all heads"), MapRange::Shared);
    }
    addRange(AttentionMap::tr("Colours up to each row's largest weight"), MapRange::Row);
    menu.addSeparator();
    QAction* all = menu.addAction(AttentionMap::tr("Show the whole map\t0"), &map, &AttentionMap::showAll);
    all->setEnabled(map.isZoomed());
    QAction* unpin = menu.addAction(AttentionMap::tr("Unpin\tEsc"), &map, &AttentionMap::unpin);
    unpin->setEnabled(map.pinnedCell().has_value());
    menu.popup(globalPosition);
}

}  // namespace recscope::ui
