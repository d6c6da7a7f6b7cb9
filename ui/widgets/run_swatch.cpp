// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/run_swatch.h"

#include <QPainter>
#include <QPainterPath>
#include <QPixmap>
#include <QPixmapCache>

namespace recscope::ui {

void drawMarker(QPainter& painter, int marker, QPointF centre, double size) {
    painter.save();
    const QColor colour = painter.pen().color();
    const double half = size / 2;
    QPen pen(colour, size / 5);
    pen.setCapStyle(Qt::RoundCap);
    painter.setBrush(colour);
    painter.setPen(Qt::NoPen);
    QPainterPath path;
    switch (marker) {
        case 0:
            path.addEllipse(centre, half, half);
            break;
        case 1:
            path.addRect(QRectF(centre - QPointF(half, half), QSizeF(size, size)).adjusted(0.5, 0.5, -0.5, -0.5));
            break;
        case 2:
            path.addPolygon(
                QPolygonF({centre + QPointF(0, -half), centre + QPointF(half, half), centre + QPointF(-half, half)}));
            break;
        case 3:
            path.addPolygon(QPolygonF({centre + QPointF(0, -half * 1.2), centre + QPointF(half * 1.2, 0),
                                       centre + QPointF(0, half * 1.2), centre + QPointF(-half * 1.2, 0)}));
            break;
        case 4:
            painter.setPen(pen);
            painter.drawLine(centre + QPointF(-half, -half), centre + QPointF(half, half));
            painter.drawLine(centre + QPointF(-half, half), centre + QPointF(half, -half));
            break;
        case 5:
            painter.setPen(pen);
            painter.drawLine(centre + QPointF(-half, 0), centre + QPointF(half, 0));
            painter.drawLine(centre + QPointF(0, -half), centre + QPointF(0, half));
            break;
        case 6:
            path.addPolygon(
                QPolygonF({centre + QPointF(0, half), centre + QPointF(half, -half), centre + QPointF(-half, -half)}));
            break;
        case 7:
            pen.setJoinStyle(Qt::MiterJoin);
            painter.setPen(pen);
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(QRectF(centre - QPointF(half, half), QSizeF(size, size)).adjusted(0.5, 0.5, -0.5, -0.5));
            break;
        case kNeutralMarker:
            painter.setPen(pen);
            painter.setBrush(Qt::NoBrush);
            painter.drawEllipse(centre, half, half);
            break;
        default:
            break;
    }
    path.closeSubpath();
    painter.drawPath(path);
    painter.restore();
}

QPixmap runSwatch(const RunStyle& style, qreal devicePixelRatio) {
    const Theme& theme = Theme::instance();
    // Cached, because tables request the picture whenever a row is drawn.
    const QString key = QStringLiteral("swatch/%1/%2/%3/%4/%5")
                            .arg(style.colour.rgba())
                            .arg(int(style.dash))
                            .arg(style.marker)
                            .arg(theme.scale())
                            .arg(devicePixelRatio);
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap)) return pixmap;
    const QSize size(theme.px(26), theme.px(14));
    pixmap = QPixmap(size * devicePixelRatio);
    pixmap.setDevicePixelRatio(devicePixelRatio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    QPen pen(style.colour, 2 * theme.scale(), style.dash);
    pen.setCapStyle(Qt::FlatCap);
    painter.setPen(pen);
    const double y = size.height() / 2.0;
    // A small margin at the right separates the line from the name that follows it.
    const double end = size.width() - 4 * theme.scale();
    painter.drawLine(QPointF(0, y), QPointF(end, y));
    painter.setPen(style.colour);
    drawMarker(painter, style.marker, QPointF(end / 2, y), 8 * theme.scale());
    painter.end();
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

QIcon runIcon(const RunStyle& style) {
    QIcon icon;
    icon.addPixmap(runSwatch(style, 1));
    icon.addPixmap(runSwatch(style, 2));
    return icon;
}

}  // namespace recscope::ui
