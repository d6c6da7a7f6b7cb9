// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "ui/attention/attention_map.h"
#include "ui/attention/attention_map_areas.h"
#include "ui/theme/theme.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

constexpr double kSlant = M_PI / 4;   ///< angle of the column labels, radians
constexpr double kWidestCells = 3.0;  ///< largest width of a cell, in cell heights: wide cells leave room for labels
constexpr int kCauseMark = 4;         ///< design pixels, half the width of a mark
constexpr int kMinRangeWidth = 150;   ///< design pixels of the header that are reserved for the range beside the title
constexpr int kMinTagWidth = 160;     ///< design pixels: smallest width beside the hovered column in which a tag fits
constexpr int kComfortableTagWidth = 240;  ///< design pixels: width from which the text of a tag needs only a few lines
constexpr int kMaxTagWidth = 440;          ///< design pixels
constexpr double kMaxCellSide = 96;        ///< design pixels: keeps the map of a short history small

/// The smallest distance between two labels, in positions. `cell`: size of a cell along the axis, `needed`: size of a
/// label, in pixels.
int labelStep(double cell, double needed) {
    return std::max(1, int(std::ceil(needed / std::max(cell, 0.01))));
}

}  // namespace

AttentionMap::Areas AttentionMap::areas(const QSizeF& size) const {
    const Theme& theme = Theme::instance();
    const QFontMetricsF caption(theme.caption()), section(theme.section());
    const double padding = theme.px(space::kPadding);

    Areas areas;
    areas.whole = size;
    areas.header = QRectF(0, 0, size.width(), section.height() + padding);
    if (isEmpty()) return areas;

    const double widest = m_widestLabel + padding;
    const double axis = caption.height();
    areas.rowLabels = std::min({widest, size.width() * 0.3, double(theme.px(190))});
    areas.columnLabels = std::min(
        {widest * std::sin(kSlant) + caption.height() * std::cos(kSlant), size.height() * 0.26, double(theme.px(110))});

    const double left = axis + theme.px(space::kUnit) + areas.rowLabels;
    const double top = areas.header.bottom();
    // The slanted label of the last column leans over the map's right edge by half its height.
    const double overhang = caption.height() / 2 * std::sin(kSlant);
    const double width = size.width() - left - std::ceil(overhang),
                 height = size.height() - top - areas.columnLabels - axis - 1;
    const double largest = theme.px(int(kMaxCellSide)) * m_maps->size;
    const double mapHeight = std::max(8.0, std::min({height, width, largest}));
    const double mapWidth = std::max(8.0, std::min({width, mapHeight * kWidestCells, largest * kWidestCells}));
    areas.map = QRectF(std::round(left), std::round(top), std::round(mapWidth), std::round(mapHeight));
    areas.rowAxis = QRectF(0, areas.map.top(), axis, areas.map.height());
    areas.columnAxis = QRectF(areas.map.left(), areas.map.bottom() + areas.columnLabels, areas.map.width(), axis);
    return areas;
}

void AttentionMap::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paint(painter, QSizeF(size()), /*interactive=*/true);
}

void AttentionMap::paint(QPainter& painter, const QSizeF& size, bool interactive) const {
    const Theme& theme = Theme::instance();
    const Colours& colours = theme.colours();
    painter.setRenderHint(QPainter::Antialiasing);
    if (!interactive) painter.fillRect(QRectF({0, 0}, size), colours.surface);
    if (isEmpty()) {
        painter.setFont(theme.body());
        painter.setPen(colours.muted);
        painter.drawText(QRectF({0, 0}, size), Qt::AlignCenter | Qt::TextWordWrap, m_reason);
        return;
    }
    const Areas areas = this->areas(size);
    paintHeader(painter, areas);
    m_image.paint(painter, areas.map, m_view);
    paintUnmatched(painter, areas);
    painter.setBrush(Qt::NoBrush);
    const bool focused = interactive && hasFocus();
    painter.setPen(QPen(focused ? colours.accent : colours.line, focused ? 2 : 1));
    painter.drawRect(areas.map.adjusted(-0.5, -0.5, 0.5, 0.5));
    paintMarks(painter, areas);
    paintCauses(painter, areas);
    paintLabels(painter, areas);
    if (interactive) paintTag(painter, areas);
}

void AttentionMap::paintHeader(QPainter& painter, const Areas& areas) const {
    const Theme& theme = Theme::instance();
    const Colours& colours = theme.colours();
    painter.setFont(theme.section());
    painter.setPen(colours.text);
    const QRectF line = areas.header.adjusted(0, 0, 0, -theme.px(space::kPadding));
    // The title is elided if it contains a long run name, so that the range at the right stays visible.
    const QString title = QFontMetricsF(theme.section())
                              .elidedText(titleOf(m_choice), Qt::ElideRight, line.width() - theme.px(kMinRangeWidth));
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, title);

    QFont numbers = theme.numbers();
    numbers.setPointSizeF(theme.caption().pointSizeF());
    const QFontMetricsF metrics(numbers), captionMetrics(theme.caption());
    const bool differs = isDifference(m_choice.view), bothSigns = isSigned();
    const bool perRow = range() == MapRange::Row && !bothSigns;
    const QString end = fixedNumber(m_maximum, 3);
    const QString low = bothSigns ? QStringLiteral("\u2212") + end : fixedNumber(0.0, 3);
    const QString high = perRow ? tr("row's largest") : bothSigns ? QStringLiteral("+") + end : end;
    const QString note = differs                          ? tr("less – more")
                         : m_common > 0 && !perRow        ? tr("both models")
                         : range() == MapRange::Shared    ? tr("all heads")
                         : m_choice.view == MapView::Head ? tr("this head")
                                                          : tr("this map");
    const double gap = theme.px(space::kPadding);
    const double titleEnd = line.left() + QFontMetricsF(theme.section()).horizontalAdvance(title) + 2 * gap;
    const double lowWidth = std::ceil(metrics.horizontalAdvance(low));
    const double highWidth = std::ceil((perRow ? captionMetrics : metrics).horizontalAdvance(high));
    const double noteWidth = std::ceil(captionMetrics.horizontalAdvance(note));

    // Paints the largest value, the bar, the smallest value and the note from right to left. If the space beside the
    // title is too small, the note is left out first, and then the bar is shortened.
    double x =
        std::clamp(areas.map.right(), std::min(titleEnd + theme.px(240), areas.header.right()), areas.header.right());
    painter.setPen(colours.muted);
    painter.setFont(perRow ? theme.caption() : numbers);
    painter.drawText(QRectF(x - highWidth, line.top(), highWidth + 1, line.height()), Qt::AlignRight | Qt::AlignVCenter,
                     high);
    x -= highWidth + gap;
    const double barWidth = std::clamp(x - titleEnd - lowWidth - gap, double(theme.px(24)), double(theme.px(96)));
    const QRectF bar(x - barWidth, line.center().y() - theme.px(5), barWidth, theme.px(10));
    paintColours(painter, bar);
    x = bar.left() - gap;
    painter.setPen(colours.muted);
    painter.setFont(numbers);
    painter.drawText(QRectF(x - lowWidth, line.top(), lowWidth + 1, line.height()), Qt::AlignRight | Qt::AlignVCenter,
                     low);
    x -= lowWidth + gap;
    if (perRow || x - noteWidth < titleEnd) return;
    painter.setFont(theme.caption());
    painter.drawText(QRectF(x - noteWidth, line.top(), noteWidth + 1, line.height()), Qt::AlignRight | Qt::AlignVCenter,
                     note);
}

void AttentionMap::paintColours(QPainter& painter, const QRectF& bar) const {
    const Theme& theme = Theme::instance();
    QLinearGradient ramp(bar.topLeft(), bar.topRight());
    constexpr int kStops = 16;
    for (int i = 0; i <= kStops; ++i) {
        const double share = double(i) / kStops;
        ramp.setColorAt(share, isSigned() ? theme.diverging(2 * share - 1) : theme.sequential(share));
    }
    painter.setBrush(ramp);
    painter.setPen(QPen(theme.colours().line, 1));
    painter.drawRect(bar);
}

void AttentionMap::paintLabels(QPainter& painter, const Areas& areas) const {
    const Theme& theme = Theme::instance();
    const Colours& colours = theme.colours();
    const QFont plain = theme.caption();
    QFont bold = plain;
    bold.setWeight(QFont::DemiBold);
    const QFontMetricsF metrics(plain), strongMetrics(bold);
    const double gap = theme.px(space::kUnit);
    const double cellWidth = areas.map.width() / m_view.width(), cellHeight = areas.map.height() / m_view.height();
    const int size = m_maps->size, last = size - 1;
    const double rowPitch = metrics.height(), columnPitch = metrics.height() / std::sin(kSlant);
    const int rowStep = labelStep(cellHeight, rowPitch), columnStep = labelStep(cellWidth, columnPitch);

    const MapCell named = m_hovered ? *m_hovered : m_pinned.value_or(MapCell{-1, -1});
    const auto isNamed = [&](int index, bool row) {
        return index == (row ? named.row : named.column) || index == (row ? m_highlight.row : m_highlight.column);
    };
    // A label is left out where it would overlap a highlighted label, or the label of the last position, from which the
    // next item is predicted.
    const auto wouldOverlap = [&](int index, bool row, double cell, double pitch) {
        const int reach = int(std::ceil(pitch / cell)) - 1;
        for (int other = std::max(0, index - reach); other <= std::min(last, index + reach); ++other)
            if (other != index && (other == last || isNamed(other, row))) return true;
        return false;
    };
    const auto hasLabel = [&](int index, bool row, int step, double cell, double pitch) {
        if (isNamed(index, row)) return true;
        if (index == last) {
            const int reach = int(std::ceil(pitch / cell)) - 1;
            for (int other = std::max(0, last - reach); other < last; ++other)
                if (isNamed(other, row)) return false;
            return true;
        }
        return index % step == 0 && !wouldOverlap(index, row, cell, pitch);
    };
    const auto style = [&](int index, bool row) {
        const bool mask = m_labels.value(index) == "[MASK]";
        painter.setFont(isNamed(index, row) || mask ? bold : plain);
        painter.setPen(mask ? colours.accent : isNamed(index, row) ? colours.text : colours.muted);
    };

    const int firstRow = std::max(0, int(m_view.top())), endRow = std::min(size, int(std::ceil(m_view.bottom())));
    for (int row = firstRow; row < endRow; ++row) {
        const double y = areas.map.top() + (row + 0.5 - m_view.top()) * cellHeight;
        if (y < areas.map.top() || y > areas.map.bottom() || !hasLabel(row, true, rowStep, cellHeight, rowPitch))
            continue;
        style(row, true);
        const double width = areas.rowLabels - gap;
        const QString text = QFontMetricsF(painter.font()).elidedText(m_labels.value(row), Qt::ElideMiddle, width);
        painter.drawText(QRectF(areas.map.left() - gap - width, y - rowPitch / 2, width, rowPitch),
                         Qt::AlignRight | Qt::AlignVCenter, text);
    }

    const double available = (areas.columnLabels - metrics.height() * std::cos(kSlant)) / std::sin(kSlant);
    const int firstColumn = std::max(0, int(m_view.left()));
    const int endColumn = std::min(size, int(std::ceil(m_view.right())));
    for (int column = firstColumn; column < endColumn; ++column) {
        const double x = areas.map.left() + (column + 0.5 - m_view.left()) * cellWidth;
        if (x < areas.map.left() || x > areas.map.right() ||
            !hasLabel(column, false, columnStep, cellWidth, columnPitch))
            continue;
        style(column, false);
        const double width = std::min(available, (x - areas.rowAxis.left()) / std::cos(kSlant));
        const QString text = QFontMetricsF(painter.font()).elidedText(m_labels.value(column), Qt::ElideMiddle, width);
        painter.save();
        painter.translate(x, areas.map.bottom() + gap / 2 + metrics.height() / 2 * std::cos(kSlant));
        painter.rotate(-kSlant * 180 / M_PI);
        painter.drawText(QRectF(-width, -metrics.height() / 2, width, metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, text);
        painter.restore();
    }

    painter.setFont(plain);
    painter.setPen(colours.muted);
    painter.drawText(areas.columnAxis, Qt::AlignCenter, tr("looked at"));
    painter.save();
    painter.translate(areas.rowAxis.left(), areas.rowAxis.bottom());
    painter.rotate(-90);
    painter.drawText(QRectF(0, 0, areas.rowAxis.height(), areas.rowAxis.width()), Qt::AlignCenter, tr("looking"));
    painter.restore();
}

void AttentionMap::paintMarks(QPainter& painter, const Areas& areas) const {
    const Theme& theme = Theme::instance();
    const QColor accent = theme.colours().accent;
    painter.save();
    painter.setClipRect(areas.map.adjusted(-1, -1, 1, 1));
    painter.setBrush(Qt::NoBrush);
    const double minSide = theme.px(4);  // smaller frames are enlarged, so that they stay visible
    const auto enlarged = [&](QRectF rect) {
        const double dx = std::max(0.0, minSide - rect.width()) / 2, dy = std::max(0.0, minSide - rect.height()) / 2;
        return rect.adjusted(-dx, -dy, dx, dy);
    };
    const auto band = [&](int row, int column, double opacity) {
        QColor colour = accent;
        colour.setAlphaF(float(opacity));
        painter.setPen(QPen(colour, 1));
        if (row >= 0) {
            const QRectF rect = enlarged(rectOf({row, 0}, areas));
            painter.drawRect(QRectF(areas.map.left() - 2, rect.top(), areas.map.width() + 4, rect.height()));
        }
        if (column >= 0) {
            const QRectF rect = enlarged(rectOf({0, column}, areas));
            painter.drawRect(QRectF(rect.left(), areas.map.top() - 2, rect.width(), areas.map.height() + 4));
        }
    };
    for (const int row : m_rows) {
        QColor tint = accent;
        tint.setAlphaF(0.25f);
        const QRectF rect = enlarged(rectOf({row, 0}, areas));
        painter.fillRect(QRectF(areas.map.left(), rect.top(), areas.map.width(), rect.height()), tint);
        band(row, -1, 0.9);
    }
    band(m_highlight.row, m_highlight.column, 0.9);
    if (m_pinned) {
        band(m_pinned->row, m_pinned->column, 0.55);
        painter.setPen(QPen(accent, 2));
        painter.drawRect(enlarged(rectOf(*m_pinned, areas)));
    }
    if (m_hovered) {
        band(m_hovered->row, m_hovered->column, 0.75);
        painter.setPen(QPen(accent, 1.5));
        painter.drawRect(enlarged(rectOf(*m_hovered, areas)));
    }
    painter.restore();
}

void AttentionMap::paintUnmatched(QPainter& painter, const Areas& areas) const {
    if (m_choice.view != MapView::MinusRun) return;
    // Hatches the whole rows and columns of positions that only one of the two runs has in its input.
    const int size = m_shown.size;
    painter.save();
    painter.setClipRect(areas.map);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QBrush(Theme::instance().colours().muted, Qt::BDiagPattern));
    const auto unknown = [&](int row, int column) { return std::isnan(m_shown.at(row, column)); };
    const auto hatched = [&](MapCell first, MapCell last) {
        painter.drawRect(rectOf(first, areas).united(rectOf(last, areas)));
    };
    for (int column = 0; column < size; ++column)
        if (unknown(size - 1, column)) hatched({0, column}, {size - 1, column});
    for (int row = 0; row < size; ++row) {
        // Skips columns that are hatched already: overlapping hatches would look like a different pattern.
        int first = 0, last = size - 1;
        while (first < size && unknown(size - 1, first)) ++first;
        while (last > first && unknown(size - 1, last)) --last;
        if (first < size && unknown(row, first)) hatched({row, first}, {row, last});
    }
    painter.restore();
}

void AttentionMap::paintCauses(QPainter& painter, const Areas& areas) const {
    if (m_causes.empty()) return;
    const Theme& theme = Theme::instance();
    const Colours& colours = theme.colours();
    const double half = theme.px(kCauseMark), tall = 1.6 * half;
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.warning);
    const auto mark = [&](double x, double y) {
        painter.drawConvexPolygon(QPolygonF({{x, y}, {x + half, y - tall}, {x - half, y - tall}}));
    };
    for (const int column : m_causes) {
        const double x = rectOf({0, column}, areas).center().x();
        if (x >= areas.map.left() && x <= areas.map.right()) mark(x, areas.map.top() - 1);
    }
    // The legend explains the mark; it is at the end of the axis on which the mark is drawn.
    const QFontMetricsF caption(theme.caption());
    const QString legend = m_causes.size() == 1 ? tr("true cause") : tr("true causes");
    const double width = caption.horizontalAdvance(legend), gap = theme.px(space::kUnit);
    const QRectF axis = areas.columnAxis;
    // The legend is painted between the axis name, which is in the middle, and the end of the picture.
    const double left =
        std::max(axis.center().x() + caption.horizontalAdvance(tr("looked at")) / 2 + 4 * gap, axis.right() - width);
    if (left + width > areas.whole.width()) return;
    mark(left - gap - half, axis.center().y() + tall / 2);
    painter.setFont(theme.caption());
    painter.setPen(colours.muted);
    painter.drawText(QRectF(left, axis.top(), width + 1, axis.height()), Qt::AlignLeft | Qt::AlignVCenter, legend);
}

QRectF AttentionMap::tagRect() const {
    return isEmpty() ? QRectF() : tagRect(areas(QSizeF(size())));
}

QRectF AttentionMap::tagRect(const Areas& areas) const {
    const QString text = tagText();
    if (text.isEmpty()) return {};
    const Theme& theme = Theme::instance();
    const QRectF cell = rectOf(m_hovered ? *m_hovered : *m_pinned, areas);
    if (!areas.map.intersects(cell.adjusted(-0.5, -0.5, 0.5, 0.5))) return {};

    const double pad = theme.px(space::kPadding), gap = theme.px(space::kPadding), end = areas.whole.width() - 1;
    const double leftRoom = cell.left() - gap - areas.map.left(), rightRoom = end - cell.right() - gap;
    // The tag is painted beside the column and above or below the row, so that both stay visible. In a causal map it is
    // at the right, where the map is empty. In other maps it may also cover the names of other rows if the map is too
    // narrow.
    const bool causal = m_attentionMask == AttentionMask::Causal && rightRoom >= theme.px(kComfortableTagWidth);
    const bool overNames = !causal && std::max(leftRoom, rightRoom) < theme.px(kComfortableTagWidth);
    const bool right = causal || rightRoom >= (overNames ? cell.left() - gap : leftRoom);
    const double available = right ? rightRoom : overNames ? cell.left() - gap : leftRoom;
    const bool beside = available >= theme.px(kMinTagWidth);
    const double widest = std::min(beside ? available : areas.whole.width() - 2 * pad, double(theme.px(kMaxTagWidth)));
    const QRectF bounds =
        QFontMetricsF(theme.body()).boundingRect(QRectF(0, 0, widest - 2 * pad, 1000), Qt::TextWordWrap, text);
    QRectF tag(0, 0, std::ceil(bounds.width()) + 2 * pad, std::ceil(bounds.height()) + pad);
    if (beside)
        tag.moveLeft(right ? cell.right() + gap : cell.left() - gap - tag.width());
    else
        tag.moveLeft(cell.center().x() - tag.width() / 2);
    const double left = std::min(areas.map.left() + gap, std::max(0.0, end - tag.width()));
    tag.moveLeft(std::clamp(tag.left(), beside ? 0.0 : left, std::max(left, end - tag.width())));
    tag.moveTop(cell.top() - gap - tag.height());
    if (tag.top() < areas.map.top()) tag.moveTop(cell.bottom() + gap);
    tag.moveTop(std::clamp(tag.top(), 0.0, std::max(0.0, areas.whole.height() - tag.height() - 1)));
    return tag;
}

void AttentionMap::paintTag(QPainter& painter, const Areas& areas) const {
    const QRectF tag = tagRect(areas);
    if (tag.isEmpty()) return;
    const Theme& theme = Theme::instance();
    const Colours& colours = theme.colours();
    const double pad = theme.px(space::kPadding);
    painter.setFont(theme.body());
    painter.setBrush(colours.surface);
    painter.setPen(QPen(colours.accent, 1));
    painter.drawRoundedRect(tag.translated(0.5, 0.5), theme.px(space::kCornerRadius), theme.px(space::kCornerRadius));
    painter.setPen(colours.text);
    painter.drawText(tag.adjusted(pad, pad / 2, -pad, -pad / 2), Qt::AlignVCenter | Qt::TextWordWrap, tagText());
}

}  // namespace recscope::ui
