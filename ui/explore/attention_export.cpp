// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/attention_export.h"

#include <QActionGroup>
#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QMenu>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <QToolTip>

#include "ui/explore/attention_map.h"

namespace recscope::ui {

namespace {

constexpr int kPrintScale = 2;      ///< PNG pixels per widget pixel
constexpr int kPdfResolution = 96;  ///< dots per inch: one widget pixel is one dot

void saveMap(AttentionMap& map) {
    const QString suggested = fileNameOf(map.choice()) + QStringLiteral(".png");
    const QString path = QFileDialog::getSaveFileName(
        &map, AttentionMap::tr("Save the map"), suggested,
        AttentionMap::tr("Picture (*.png);;Drawing (*.svg);;Document (*.pdf);;Values (*.csv)"));
    if (path.isEmpty() || map.exportTo(path)) return;
    QToolTip::showText(QCursor::pos(), AttentionMap::tr("%1 could not be written. Choose another folder.").arg(path),
                       &map);
}

}  // namespace

bool writePicture(const QString& path, QSize size, const QString& title, const std::function<void(QPainter&)>& paint) {
    if (path.endsWith(".svg", Qt::CaseInsensitive)) {
        QSvgGenerator svg;
        svg.setFileName(path);
        svg.setSize(size);
        svg.setViewBox(QRect(QPoint(), size));
        svg.setTitle(title);
        QPainter painter;
        if (!painter.begin(&svg)) return false;
        paint(painter);
        return painter.end();
    }
    if (path.endsWith(".pdf", Qt::CaseInsensitive)) {
        QPdfWriter pdf(path);
        pdf.setTitle(title);
        pdf.setResolution(kPdfResolution);
        pdf.setPageMargins({});
        pdf.setPageSize(QPageSize(QSizeF(size) * 72 / kPdfResolution, QPageSize::Point, {}, QPageSize::ExactMatch));
        QPainter painter;
        if (!painter.begin(&pdf)) return false;
        paint(painter);
        return painter.end();
    }
    QImage image(size * kPrintScale, QImage::Format_RGB32);
    image.setDevicePixelRatio(kPrintScale);
    {
        QPainter painter(&image);
        paint(painter);
    }
    return image.save(path);
}

bool writeText(const QString& path, const QString& text) {
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return false;
    file.write(text.toUtf8());
    return file.commit();
}

void copyText(const QString& text) {
    QGuiApplication::clipboard()->setText(text);
}

void showMapMenu(AttentionMap& map, QPoint globalPosition) {
    QMenu menu(&map);
    menu.addAction(AttentionMap::tr("Save as PNG, SVG, PDF or CSV…"), &map, [&map] { saveMap(map); });
    menu.addAction(AttentionMap::tr("Copy picture"), &map,
                   [&map] { QGuiApplication::clipboard()->setPixmap(map.grab()); });
    menu.addAction(AttentionMap::tr("Copy values\tCtrl+C"), &map, [&map] { copyText(map.valuesAsText('\t')); });
    menu.addAction(AttentionMap::tr("Copy values as CSV"), &map, [&map] { copyText(map.valuesAsText(',')); });
    menu.addSeparator();
    auto* ranges = new QActionGroup(&menu);
    const auto addRange = [&](const QString& text, MapRange range) {
        QAction* action = menu.addAction(text, &map, [&map, range] { map.setRange(range); });
        action->setCheckable(true);
        action->setChecked(map.range() == range);
        ranges->addAction(action);
    };
    addRange(AttentionMap::tr("Colours up to this map's largest weight"), MapRange::Own);
    addRange(AttentionMap::tr("Colours up to the largest weight of all heads"), MapRange::Shared);
    addRange(AttentionMap::tr("Colours up to each row's largest weight"), MapRange::Row);
    menu.addSeparator();
    QAction* all = menu.addAction(AttentionMap::tr("Show the whole map\t0"), &map, &AttentionMap::showAll);
    all->setEnabled(map.isZoomed());
    QAction* unpin = menu.addAction(AttentionMap::tr("Unpin\tEsc"), &map, &AttentionMap::unpin);
    unpin->setEnabled(map.pinnedCell().has_value());
    menu.exec(globalPosition);
}

}  // namespace recscope::ui
