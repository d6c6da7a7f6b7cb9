// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_header.h"

#include "ui/theme/theme.h"
#include "ui/widgets/run_swatch.h"

namespace recscope::ui {

namespace {

QFont titleFont() {
    QFont font = Theme::instance().body();
    font.setWeight(QFont::DemiBold);
    return font;
}

}  // namespace

PlotHeader::PlotHeader(QCustomPlot* plot) : QCPLayoutElement(plot) {
    setLayer(QStringLiteral("legend"));
    setMinimumMargins(QMargins(0, 0, 0, 0));
    setMargins(QMargins(0, 0, 0, 0));
    setAutoMargins(QCP::msNone);
}

void PlotHeader::setTitle(const QString& title) {
    m_title = title;
}
void PlotHeader::setEntries(std::vector<Entry> entries) {
    m_entries = std::move(entries);
}

void PlotHeader::layOut(int width, int minHeight) {
    const Theme& theme = Theme::instance();
    const QFontMetrics titleMetrics(titleFont());
    const QFontMetrics metrics(theme.caption());
    const int swatch = theme.px(24), inner = theme.px(6), gap = theme.px(14);
    const int line = std::max(metrics.height(), theme.px(14)) + theme.px(4);
    const int titleWidth = m_title.isEmpty() ? 0 : titleMetrics.horizontalAdvance(m_title);
    const int titleHeight = m_title.isEmpty() ? 0 : titleMetrics.height() + theme.px(4);
    m_titleRect = QRect(0, 0, std::min(titleWidth, width), titleHeight);

    m_entryLayouts.clear();
    std::vector<int> widths;
    int total = 0;
    for (const Entry& entry : m_entries) {
        const int sample = entry.filled || entry.pen.style() == Qt::NoPen ? theme.px(12) : swatch;
        widths.push_back(sample + inner + metrics.horizontalAdvance(entry.name) + theme.px(2));
        total += widths.back() + gap;
    }
    const bool besideTitle = !m_entries.empty() && titleWidth + gap + total - gap <= width;
    int x = besideTitle ? width - total + gap : 0;
    int y = besideTitle ? std::max(0, (titleHeight - line) / 2) : titleHeight;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const Entry& entry = m_entries[i];
        const int sample = entry.filled || entry.pen.style() == Qt::NoPen ? theme.px(12) : swatch;
        const int itemWidth = std::min(widths[i], width);
        if (!besideTitle && x > 0 && x + itemWidth > width) {
            x = 0;
            y += line;
        }
        EntryLayout spot;
        spot.swatch = QRect(x, y, sample, line);
        spot.text = QRect(x + sample + inner, y, itemWidth - sample - inner, line);
        const bool fits = metrics.horizontalAdvance(entry.name) <= spot.text.width();
        spot.shown = fits ? entry.name : metrics.elidedText(entry.name, Qt::ElideMiddle, spot.text.width());
        m_entryLayouts.push_back(spot);
        x += itemWidth + gap;
    }
    const int legendBottom = m_entries.empty() ? 0 : y + line;
    m_height = std::max({titleHeight, legendBottom, minHeight}) + theme.px(4);
}

QSize PlotHeader::minimumOuterSizeHint() const {
    return QSize(1, m_height);
}
QSize PlotHeader::maximumOuterSizeHint() const {
    return QSize(QWIDGETSIZE_MAX, m_height);
}

void PlotHeader::applyDefaultAntialiasingHint(QCPPainter* painter) const {
    painter->setAntialiasing(true);
}

void PlotHeader::draw(QCPPainter* painter) {
    const Theme& theme = Theme::instance();
    const QPoint origin = outerRect().topLeft();
    painter->setFont(titleFont());
    painter->setPen(theme.colours().text);
    if (!m_title.isEmpty()) {
        // elidedText is called only if necessary: it computes fractional widths, and would elide a text that fits its
        // width in whole pixels.
        const QFontMetrics metrics(titleFont());
        const bool fits = metrics.horizontalAdvance(m_title) <= m_titleRect.width();
        const QString shown = fits ? m_title : metrics.elidedText(m_title, Qt::ElideRight, m_titleRect.width());
        painter->drawText(m_titleRect.translated(origin), Qt::AlignLeft | Qt::AlignVCenter, shown);
    }
    painter->setFont(theme.caption());
    for (std::size_t i = 0; i < m_entryLayouts.size() && i < m_entries.size(); ++i) {
        const Entry& entry = m_entries[i];
        const QRect swatch = m_entryLayouts[i].swatch.translated(origin);
        const QPointF centre = QRectF(swatch).center();
        if (entry.filled) {
            const int side = theme.px(10);
            painter->setPen(Qt::NoPen);
            painter->setBrush(entry.pen.color());
            painter->drawRect(QRectF(centre.x() - side / 2.0, centre.y() - side / 2.0, side, side));
        } else {
            painter->setBrush(Qt::NoBrush);
            if (entry.pen.style() != Qt::NoPen) {
                QPen pen = entry.pen;
                pen.setCapStyle(Qt::FlatCap);
                painter->setPen(pen);
                painter->drawLine(QPointF(swatch.left(), centre.y()), QPointF(swatch.right(), centre.y()));
            }
            painter->setPen(entry.pen.color());
            if (entry.marker >= 0) drawMarker(*painter, entry.marker, centre, 7 * theme.scale());
        }
        painter->setBrush(Qt::NoBrush);
        painter->setPen(theme.colours().text);
        painter->drawText(m_entryLayouts[i].text.translated(origin), Qt::AlignLeft | Qt::AlignVCenter,
                          m_entryLayouts[i].shown);
    }
}

}  // namespace recscope::ui
