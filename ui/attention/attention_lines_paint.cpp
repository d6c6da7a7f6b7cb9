// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

#include "ui/attention/attention_lines.h"
#include "ui/theme/theme.h"

namespace recscope::ui {

namespace {

constexpr double kNamesShare = 0.34;             ///< largest share of the width for each column of names
constexpr int kTallestRow = 30;                  ///< design pixels: keeps a short history compact
constexpr double kThinnest = 0.6, kBoldest = 3;  ///< line widths in pixels
constexpr double kMaxOpacityOfAll = 0.75;        ///< opacity of the strongest line while all lines are drawn
constexpr double kTintOpacity = 0.28;  ///< opacity of the background behind the name at the end of the strongest line
constexpr double kMinNotedStrength = 0.1;  ///< weaker lines to items outside the view are not noted at the edge

}  // namespace

double AttentionLines::headerHeight() const {
    const Theme& theme = Theme::instance();
    return std::ceil(QFontMetricsF(theme.section()).height() + QFontMetricsF(theme.caption()).height()) +
           theme.px(space::kPadding);
}

double AttentionLines::rowHeight(double available) const {
    const Theme& theme = Theme::instance();
    const double least = std::ceil(QFontMetricsF(theme.caption()).height()) + theme.px(2);
    return m_size == 0 ? least : std::clamp(available / m_size, least, std::max(least, double(theme.px(kTallestRow))));
}

// If the rows do not fit, there is a line of text below them, in which `paintOffscreenNotes` names an item.
double AttentionLines::footerHeight() const {
    const double available = viewport()->height() - headerHeight(),
                 line = QFontMetricsF(Theme::instance().caption()).height();
    return m_size * rowHeight(available) > available ? line + Theme::instance().px(space::kUnit) : 0;
}

double AttentionLines::availableHeight() const {
    return viewport()->height() - headerHeight() - footerHeight();
}

AttentionLines::Areas AttentionLines::areas(const QSizeF& size, double scrolled) const {
    const Theme& theme = Theme::instance();
    QFont numbers = theme.numbers();
    numbers.setPointSizeF(theme.caption().pointSizeF());
    const double gap = theme.px(space::kUnit);
    const double nameWidth = std::min(m_widestName + 3 * gap, size.width() * kNamesShare);
    const double valueWidth = QFontMetricsF(numbers).horizontalAdvance(QStringLiteral("+0.000")) + 2 * gap;
    Areas areas;
    areas.width = size.width();
    areas.height = size.height();
    areas.header = headerHeight();
    areas.row = rowHeight(availableHeight());
    areas.top = areas.header - scrolled;
    areas.bottom = size.height();
    areas.left = nameWidth;
    areas.keyNames = size.width() - nameWidth;
    areas.right = areas.keyNames - valueWidth;
    return areas;
}

AttentionLines::Areas AttentionLines::shownAreas() const {
    Areas shown = areas(QSizeF(viewport()->size()), verticalScrollBar()->value());
    shown.bottom -= footerHeight();
    return shown;
}

QRectF AttentionLines::rectOf(LineEnd end) const {
    const Areas at = shownAreas();
    const double y = at.top + end.position * at.row;
    return end.side == LineSide::Query ? QRectF(0, y, at.left, at.row)
                                       : QRectF(at.keyNames, y, at.width - at.keyNames, at.row);
}

void AttentionLines::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    paint(painter, shownAreas(), /*interactive=*/true);
}

void AttentionLines::paint(QPainter& painter, const Areas& areas, bool interactive) const {
    const Theme& theme = Theme::instance();
    const QRectF whole(0, 0, areas.width, areas.height);
    painter.setRenderHint(QPainter::Antialiasing);
    if (!interactive) painter.fillRect(whole, theme.colours().surface);
    if (m_size == 0) {
        painter.setFont(theme.body());
        painter.setPen(theme.colours().muted);
        painter.drawText(whole, Qt::AlignCenter | Qt::TextWordWrap, m_map.model().reason());
        return;
    }
    paintHeader(painter, areas);
    painter.save();
    painter.setClipRect(QRectF(0, areas.header, areas.width, areas.bottom - areas.header));
    paintLines(painter, areas);
    paintNames(painter, areas);
    painter.restore();
    if (interactive) paintOffscreenNotes(painter, areas);
    if (!interactive || !hasFocus()) return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.colours().accent, 2));
    painter.drawRect(whole.adjusted(1, areas.header - 1, -1, -1));
}

void AttentionLines::paintHeader(QPainter& painter, const Areas& areas) const {
    const Theme& theme = Theme::instance();
    const QFontMetricsF section(theme.section());
    painter.setFont(theme.section());
    painter.setPen(theme.colours().text);
    const QRectF title(0, 0, areas.width, section.height());
    painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter,
                     section.elidedText(titleOf(m_map.model().choice()), Qt::ElideRight, title.width()));
    painter.setFont(theme.caption());
    painter.setPen(theme.colours().muted);
    const double gap = theme.px(space::kUnit);
    const QRectF line(0, title.bottom(), areas.width, QFontMetricsF(theme.caption()).height());
    painter.drawText(QRectF(line.left(), line.top(), areas.left - gap, line.height()), Qt::AlignRight, tr("looking"));
    painter.drawText(QRectF(areas.keyNames, line.top(), areas.width - areas.keyNames, line.height()), Qt::AlignLeft,
                     tr("looked at"));
}

void AttentionLines::paintLines(QPainter& painter, const Areas& areas) const {
    const Theme& theme = Theme::instance();
    const bool isSigned = m_map.model().isSigned(), areAllShown = !chosen();
    const auto middle = [&](int position) { return areas.top + (position + 0.5) * areas.row; };
    for (const MapCell& cell : shownCells()) {
        const double from = middle(cell.row), to = middle(cell.column);
        if (std::max(from, to) < areas.header || std::min(from, to) > areas.bottom) continue;
        const double lineStrength = strength(cell);
        QColor colour = isSigned ? theme.diverging(m_map.model().valueAt(cell) < 0 ? -1 : 1) : theme.sequential(1);
        colour.setAlphaF(float(areAllShown ? kMaxOpacityOfAll * lineStrength : 0.25 + 0.75 * lineStrength));
        painter.setPen(QPen(colour, kThinnest + (kBoldest - kThinnest) * lineStrength, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(QPointF(areas.left, from), QPointF(areas.right, to));
    }
}

void AttentionLines::paintNames(QPainter& painter, const Areas& areas) const {
    const Theme& theme = Theme::instance();
    const Colours& colours = theme.colours();
    const QFont plain = theme.caption();
    QFont bold = plain, numbers = theme.numbers();
    bold.setWeight(QFont::DemiBold);
    numbers.setPointSizeF(plain.pointSizeF());
    const double gap = theme.px(space::kUnit);
    const auto end = chosen();
    const auto isCause = [&](int position) {
        return std::find(m_map.selection().causes().begin(), m_map.selection().causes().end(), position) !=
               m_map.selection().causes().end();
    };
    for (int position = 0; position < m_size; ++position) {
        const double y = areas.top + position * areas.row;
        if (y + areas.row < areas.header || y > areas.bottom) continue;
        for (const LineSide side : {LineSide::Query, LineSide::Key}) {
            const bool looks = side == LineSide::Query, isChosen = end == LineEnd{side, position};
            const QRectF bounds = looks ? QRectF(0, y, areas.left, areas.row)
                                        : QRectF(areas.keyNames, y, areas.width - areas.keyNames, areas.row);
            const bool isOpposite = end && end->side != side;  // where the lines of the chosen item end
            const MapCell cell = isOpposite ? cellOf(*end, position) : MapCell{};
            if (isOpposite && strength(cell) > 0) {
                QColor tint = m_map.model().isSigned() ? theme.diverging(m_map.model().valueAt(cell) < 0 ? -1 : 1)
                                                       : theme.sequential(1);
                tint.setAlphaF(float(kTintOpacity * strength(cell)));
                painter.fillRect(bounds.adjusted(0, 0.5, 0, -0.5), tint);
            }
            const bool isMask = m_map.model().labelOf(position) == QLatin1String("[MASK]");
            painter.setFont(isChosen || isMask ? bold : plain);
            painter.setPen(!looks && isCause(position) ? colours.warning
                           : isChosen || isMask        ? colours.accent
                           : end && !isOpposite        ? colours.muted
                                                       : colours.text);
            const QRectF nameRect = bounds.adjusted(gap, 0, -gap, 0);
            painter.drawText(nameRect, (looks ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter,
                             QFontMetricsF(painter.font())
                                 .elidedText(m_map.model().labelOf(position), Qt::ElideMiddle, nameRect.width()));
            // The weight is painted at the far end of the line.
            if (!isOpposite || strength(cell) <= 0) continue;
            painter.setFont(numbers);
            painter.setPen(colours.text);
            const QRectF value = looks ? QRectF(areas.left + gap, y, areas.keyNames - areas.right, areas.row)
                                       : QRectF(areas.right, y, areas.keyNames - areas.right - gap, areas.row);
            painter.drawText(value, (looks ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter, valueText(cell));
        }
    }
}

void AttentionLines::paintOffscreenNotes(QPainter& painter, const Areas& areas) const {
    const auto end = chosen();
    if (!end) return;
    // Finds the items outside the view to which the strongest lines lead.
    std::optional<MapCell> above, below;
    for (const MapCell& cell : shownCells()) {  // the strongest line is the last one
        if (strength(cell) < kMinNotedStrength) continue;
        const int position = end->side == LineSide::Query ? cell.column : cell.row;
        const double middle = areas.top + (position + 0.5) * areas.row;
        if (middle < areas.header) above = cell;
        if (middle > areas.bottom) below = cell;
    }
    const Theme& theme = Theme::instance();
    const Colours& colours = theme.colours();
    const QFontMetricsF metrics(theme.caption());
    const double titleEnd = QFontMetricsF(theme.section()).horizontalAdvance(titleOf(m_map.model().choice()));
    painter.setFont(theme.caption());
    const auto paintNote = [&](const MapCell& cell, const QString& arrow, double y) {
        const int position = end->side == LineSide::Query ? cell.column : cell.row;
        const QString text = QStringLiteral("%1 %2  %3").arg(arrow, valueText(cell), m_map.model().labelOf(position));
        const double pad = theme.px(space::kUnit), maxWidth = areas.width - titleEnd - 2 * pad;
        const double width = std::min(metrics.horizontalAdvance(text) + 2 * pad + 1, maxWidth);
        const double x = end->side == LineSide::Query || y < areas.header ? areas.width - width : 0;
        const QRectF tag(x, y, width, metrics.height() + pad);
        painter.setBrush(colours.surface);
        painter.setPen(QPen(colours.accent, 1));
        painter.drawRoundedRect(tag.adjusted(0.5, 0.5, -0.5, -0.5), theme.px(space::kCornerRadius),
                                theme.px(space::kCornerRadius));
        painter.setPen(colours.text);
        painter.drawText(tag.adjusted(pad, 0, -pad, 0), Qt::AlignVCenter,
                         metrics.elidedText(text, Qt::ElideMiddle, tag.width() - 2 * pad));
    };
    // These notes are painted beside the title and below the rows, so that they cover no name.
    if (above) paintNote(*above, QStringLiteral("↑"), 0);
    if (below) paintNote(*below, QStringLiteral("↓"), areas.bottom);
}

}  // namespace recscope::ui
