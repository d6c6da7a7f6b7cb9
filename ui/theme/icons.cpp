// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/icons.h"

#include <QFile>
#include <QHash>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>
#include <algorithm>

#include "ui/theme/theme.h"

namespace recscope::ui {

namespace {

QByteArray tinted(const QString& name, const QColor& colour) {
    static QHash<QString, QByteArray> sources;
    QByteArray& source = sources[name];
    if (source.isEmpty()) {
        QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
        if (file.open(QIODevice::ReadOnly)) source = file.readAll();
    }
    return QByteArray(source).replace("#000000", colour.name().toLatin1());
}

/// Draws an SVG icon on demand, in the theme's current colours.
class LineIconEngine : public QIconEngine {
public:
    LineIconEngine(QString name, IconGround ground, QColor fixed)
        : m_name(std::move(name)), m_ground(ground), m_fixed(fixed) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
        // The icon size of a view applies to all its columns and may be wider than tall; this icon stays square.
        const int side = std::min(rect.width(), rect.height());
        QRect square(0, 0, side, side);
        square.moveCenter(rect.center());
        QSvgRenderer(tinted(m_name, colourFor(mode, state))).render(painter, square);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        return scaledPixmap(size, mode, state, 1);
    }

    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal) override {
        if (size.isEmpty()) return {};  // a button may have no space for an icon
        const QString key = QStringLiteral("recscope-icon/%1/%2/%3x%4")
                                .arg(m_name, colourFor(mode, state).name())
                                .arg(size.width())
                                .arg(size.height());
        QPixmap pixmap;
        if (QPixmapCache::find(key, &pixmap)) return pixmap;
        pixmap = QPixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        QPixmapCache::insert(key, pixmap);
        return pixmap;
    }

    QIconEngine* clone() const override { return new LineIconEngine(*this); }

private:
    QColor colourFor(QIcon::Mode mode, QIcon::State state) const {
        const Colours& colours = Theme::instance().colours();
        if (mode == QIcon::Disabled) return colours.muted;
        if (m_fixed.isValid()) return m_fixed;
        if (m_ground == IconGround::Accent) return colours.accentText;
        return state == QIcon::On ? colours.accent : colours.text;
    }

    QString m_name;
    IconGround m_ground;
    QColor m_fixed;  ///< invalid = follows the theme
};

}  // namespace

QIcon lineIcon(const QString& name, IconGround ground) {
    return QIcon(new LineIconEngine(name, ground, {}));
}

QIcon lineIcon(const QString& name, const QColor& colour) {
    return QIcon(new LineIconEngine(name, IconGround::Surface, colour));
}

}  // namespace recscope::ui
