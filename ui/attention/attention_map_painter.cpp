// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attention/attention_map_painter.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/attention/attention_map.h"
#include "ui/attention/attention_map_selection.h"
#include "ui/theme/theme.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

constexpr int kCauseMark = 4;        ///< design pixels, half the width of a mark
constexpr int kMinRangeWidth = 150;  ///< design pixels of the header that are reserved for the range beside the title
constexpr int kMinSide = 4;          ///< design pixels: smaller frames are enlarged, so that they stay visible

QRectF enlarged(const QRectF& rect) {
    const double side = Theme::instance().px(kMinSide);
    const double dx = std::max(0.0, side - rect.width()) / 2, dy = std::max(0.0, side - rect.height()) / 2;
    return rect.adjusted(-dx, -dy, dx, dy);
}

}  // namespace

AttentionMapPainter::AttentionMapPainter(const AttentionMapModel& model, const AttentionMapSelection& selection,
                                         const AttentionMapLayout& layout, const AttentionImage& image, MapRange range)
    : m_model(model), m_selection(selection), m_layout(layout), m_image(image), m_range(range) {}

void AttentionMapPainter::paint(QPainter& painter, bool focused) const {
    const Theme& theme = Theme::instance();
    const Colours& colours = theme.colours();
    if (m_model.isEmpty()) {
        painter.setFont(theme.body());
        painter.setPen(colours.muted);
        painter.drawText(QRectF({0, 0}, m_layout.size()), Qt::AlignCenter | Qt::TextWordWrap, m_model.reason());
        return;
    }
    paintHeader(painter);
    m_image.paint(painter, m_layout.map(), m_layout.view());
    paintUnmatched(painter);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(focused ? colours.accent : colours.line, focused ? 2 : 1));
    painter.drawRect(m_layout.map().adjusted(-0.5, -0.5, 0.5, 0.5));
    paintMarks(painter);
    paintCauses(painter);
    paintLabels(painter);
}

void AttentionMapPainter::paintHeader(QPainter& painter) const {
    const Theme& theme = Theme::instance();
    const Colours& colours = theme.colours();
    painter.setFont(theme.section());
    painter.setPen(colours.text);
    const QRectF line = m_layout.header().adjusted(0, 0, 0, -theme.px(space::kPadding));
    // The title is elided if it contains a long run name, so that the range at the right stays visible.
    const QString title =
        QFontMetricsF(theme.section())
            .elidedText(titleOf(m_model.choice()), Qt::ElideRight, line.width() - theme.px(kMinRangeWidth));
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, title);

    QFont numbers = theme.numbers();
    numbers.setPointSizeF(theme.caption().pointSizeF());
    const QFontMetricsF metrics(numbers), captionMetrics(theme.caption());
    const MapView view = m_model.choice().view;
    const bool differs = isDifference(view), bothSigns = m_model.isSigned();
    const bool perRow = m_range == MapRange::Row && !bothSigns;
    const QString end = fixedNumber(m_model.maximumOf(m_range), 3);
    const QString low = bothSigns ? QStringLiteral("\u2212") + end : fixedNumber(0.0, 3);
    const QString high = perRow ? AttentionMap::tr("row's largest") : bothSigns ? QStringLiteral("+") + end : end;
    const QString note = differs                                  ? AttentionMap::tr("less – more")
                         : m_model.commonMaximum() > 0 && !perRow ? AttentionMap::tr("both models")
                         : m_range == MapRange::Shared            ? AttentionMap::tr("all heads")
                         : view == MapView::Head                  ? AttentionMap::tr("this head")
                                                                  : AttentionMap::tr("this map");
    const double gap = theme.px(space::kPadding);
    const double titleEnd = line.left() + QFontMetricsF(theme.section()).horizontalAdvance(title) + 2 * gap;
    const double lowWidth = std::ceil(metrics.horizontalAdvance(low));
    const double highWidth = std::ceil((perRow ? captionMetrics : metrics).horizontalAdvance(high));
    const double noteWidth = std::ceil(captionMetrics.horizontalAdvance(note));
    const auto drawLeftOf = [&](double x, double width, const QString& text) {
        painter.drawText(QRectF(x - width, line.top(), width + 1, line.height()), Qt::AlignRight | Qt::AlignVCenter,
                         text);
    };

    // Paints the largest value, the bar, the smallest value and the note from right to left. If the space beside the
    // title is too small, the note is left out first, and then the bar is shortened.
    const double right = m_layout.header().right();
    double x = std::clamp(m_layout.map().right(), std::min(titleEnd + theme.px(240), right), right);
    painter.setPen(colours.muted);
    painter.setFont(perRow ? theme.caption() : numbers);
    drawLeftOf(x, highWidth, high);
    x -= highWidth + gap;
    const double barWidth = std::clamp(x - titleEnd - lowWidth - gap, double(theme.px(24)), double(theme.px(96)));
    const QRectF bar(x - barWidth, line.center().y() - theme.px(5), barWidth, theme.px(10));
    paintColours(painter, bar);
    x = bar.left() - gap;
    painter.setPen(colours.muted);
    painter.setFont(numbers);
    drawLeftOf(x, lowWidth, low);
    x -= lowWidth + gap;
    if (perRow || x - noteWidth < titleEnd) return;
    painter.setFont(theme.caption());
    drawLeftOf(x, noteWidth, note);
}

void AttentionMapPainter::paintColours(QPainter& painter, const QRectF& bar) const {
    const Theme& theme = Theme::instance();
    QLinearGradient ramp(bar.topLeft(), bar.topRight());
    constexpr int kStops = 16;
    for (int i = 0; i <= kStops; ++i) {
        const double share = double(i) / kStops;
        ramp.setColorAt(share, m_model.isSigned() ? theme.diverging(2 * share - 1) : theme.sequential(share));
    }
    painter.setBrush(ramp);
    painter.setPen(QPen(theme.colours().line, 1));
    painter.drawRect(bar);
}

void AttentionMapPainter::setLabelStyle(QPainter& painter, int position, bool isNamed) const {
    const Theme& theme = Theme::instance();
    const bool mask = m_model.labelOf(position) == "[MASK]";
    QFont font = theme.caption();
    if (isNamed || mask) font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    painter.setPen(mask ? theme.colours().accent : isNamed ? theme.colours().text : theme.colours().muted);
}

void AttentionMapPainter::paintLabels(QPainter& painter) const {
    const Theme& theme = Theme::instance();
    std::set<int> rows{m_selection.highlight().row}, columns{m_selection.highlight().column};
    if (const auto cell = m_selection.describedCell()) {
        rows.insert(cell->row);
        columns.insert(cell->column);
    }
    paintRowLabels(painter, rows);
    paintColumnLabels(painter, columns);

    const QRectF& axis = m_layout.rowAxis();
    painter.setFont(theme.caption());
    painter.setPen(theme.colours().muted);
    painter.drawText(m_layout.columnAxis(), Qt::AlignCenter, AttentionMap::tr("looked at"));
    painter.save();
    painter.translate(axis.left(), axis.bottom());
    painter.rotate(-90);
    painter.drawText(QRectF(0, 0, axis.height(), axis.width()), Qt::AlignCenter, AttentionMap::tr("looking"));
    painter.restore();
}

void AttentionMapPainter::paintRowLabels(QPainter& painter, const std::set<int>& named) const {
    const Theme& theme = Theme::instance();
    const double height = QFontMetricsF(theme.caption()).height(), gap = theme.px(space::kUnit);
    const double width = m_layout.rowLabels() - gap;
    for (const int row : m_layout.labelledRows(named)) {
        setLabelStyle(painter, row, named.contains(row));
        const QString text = QFontMetricsF(painter.font()).elidedText(m_model.labelOf(row), Qt::ElideMiddle, width);
        painter.drawText(
            QRectF(m_layout.map().left() - gap - width, m_layout.rowMiddle(row) - height / 2, width, height),
            Qt::AlignRight | Qt::AlignVCenter, text);
    }
}

void AttentionMapPainter::paintColumnLabels(QPainter& painter, const std::set<int>& named) const {
    const Theme& theme = Theme::instance();
    const double height = QFontMetricsF(theme.caption()).height(), gap = theme.px(space::kUnit);
    for (const int column : m_layout.labelledColumns(named)) {
        setLabelStyle(painter, column, named.contains(column));
        const double width = m_layout.columnLabelLength(column);
        const QString text = QFontMetricsF(painter.font()).elidedText(m_model.labelOf(column), Qt::ElideMiddle, width);
        painter.save();
        painter.translate(m_layout.columnMiddle(column),
                          m_layout.map().bottom() + gap / 2 + height / 2 * std::cos(kLabelSlant));
        painter.rotate(-kLabelSlant * 180 / std::numbers::pi);
        painter.drawText(QRectF(-width, -height / 2, width, height), Qt::AlignRight | Qt::AlignVCenter, text);
        painter.restore();
    }
}

void AttentionMapPainter::paintMarks(QPainter& painter) const {
    const QColor accent = Theme::instance().colours().accent;
    const QRectF& map = m_layout.map();
    painter.save();
    painter.setClipRect(map.adjusted(-1, -1, 1, 1));
    painter.setBrush(Qt::NoBrush);
    const auto band = [&](int row, int column, double opacity) {
        QColor colour = accent;
        colour.setAlphaF(float(opacity));
        painter.setPen(QPen(colour, 1));
        if (row >= 0) {
            const QRectF rect = enlarged(m_layout.cellRect({row, 0}));
            painter.drawRect(QRectF(map.left() - 2, rect.top(), map.width() + 4, rect.height()));
        }
        if (column >= 0) {
            const QRectF rect = enlarged(m_layout.cellRect({0, column}));
            painter.drawRect(QRectF(rect.left(), map.top() - 2, rect.width(), map.height() + 4));
        }
    };
    const auto frame = [&](MapCell cell, double opacity, double width) {
        band(cell.row, cell.column, opacity);
        painter.setPen(QPen(accent, width));
        painter.drawRect(enlarged(m_layout.cellRect(cell)));
    };
    for (const int row : m_selection.chosenRows()) {
        QColor tint = accent;
        tint.setAlphaF(0.25f);
        const QRectF rect = enlarged(m_layout.cellRect({row, 0}));
        painter.fillRect(QRectF(map.left(), rect.top(), map.width(), rect.height()), tint);
        band(row, -1, 0.9);
    }
    band(m_selection.highlight().row, m_selection.highlight().column, 0.9);
    if (const auto cell = m_selection.pinnedCell()) frame(*cell, 0.55, 2);
    if (const auto cell = m_selection.hoveredCell()) frame(*cell, 0.75, 1.5);
    painter.restore();
}

void AttentionMapPainter::paintUnmatched(QPainter& painter) const {
    if (m_model.choice().view != MapView::MinusRun) return;
    // Hatches the whole rows and columns of positions that only one of the two runs has in its input.
    const int size = m_model.positions();
    painter.save();
    painter.setClipRect(m_layout.map());
    painter.setPen(Qt::NoPen);
    painter.setBrush(QBrush(Theme::instance().colours().muted, Qt::BDiagPattern));
    const auto unknown = [&](int row, int column) { return std::isnan(m_model.valueAt({row, column})); };
    const auto hatched = [&](MapCell first, MapCell last) {
        painter.drawRect(m_layout.cellRect(first).united(m_layout.cellRect(last)));
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

void AttentionMapPainter::paintCauses(QPainter& painter) const {
    if (m_selection.causes().empty()) return;
    const Theme& theme = Theme::instance();
    const Colours& colours = theme.colours();
    const double half = theme.px(kCauseMark), tall = 1.6 * half;
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.warning);
    const auto mark = [&](double x, double y) {
        painter.drawConvexPolygon(QPolygonF({{x, y}, {x + half, y - tall}, {x - half, y - tall}}));
    };
    const QRectF& map = m_layout.map();
    for (const int column : m_selection.causes()) {
        const double x = m_layout.cellRect({0, column}).center().x();
        if (x >= map.left() && x <= map.right()) mark(x, map.top() - 1);
    }
    const QFontMetricsF caption(theme.caption());
    const QString legend =
        m_selection.causes().size() == 1 ? AttentionMap::tr("true cause") : AttentionMap::tr("true causes");
    const double width = caption.horizontalAdvance(legend), gap = theme.px(space::kUnit);
    const QRectF& axis = m_layout.columnAxis();
    // A legend explains the marks. It is painted below the map, between the name of the column axis, which is in the
    // middle, and the end of the picture; it is left out if it does not fit.
    const double nameEnd = axis.center().x() + caption.horizontalAdvance(AttentionMap::tr("looked at")) / 2;
    const double left = std::max(nameEnd + 4 * gap, axis.right() - width);
    if (left + width > m_layout.size().width()) return;
    mark(left - gap - half, axis.center().y() + tall / 2);
    painter.setFont(theme.caption());
    painter.setPen(colours.muted);
    painter.drawText(QRectF(left, axis.top(), width + 1, axis.height()), Qt::AlignLeft | Qt::AlignVCenter, legend);
}

QString AttentionMapPainter::tagText() const {
    const auto cell = m_selection.describedCell();
    return cell ? m_model.sentence(*cell) : QString();
}

QRectF AttentionMapPainter::tagRect() const {
    const QString text = tagText();
    if (text.isEmpty()) return {};
    return m_layout.tagRect(*m_selection.describedCell(), m_model.attentionMask(), [&text](double width) {
        return QFontMetricsF(Theme::instance().body())
            .boundingRect(QRectF(0, 0, width, 1000), Qt::TextWordWrap, text)
            .size();
    });
}

void AttentionMapPainter::paintTag(QPainter& painter) const {
    const QRectF tag = tagRect();
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
