// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attention/offset_map.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

#include "ui/theme/theme.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {
constexpr int kTallestRow = 28;  ///< design pixels
constexpr int kLegendBar = 48;   ///< design pixels, length of the colour bar
}  // namespace

OffsetMap::OffsetMap(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Mean attention by relative position"));
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void OffsetMap::setRows(std::vector<std::vector<double>> rows, const std::vector<HeadId>& heads) {
    m_rows = std::move(rows);
    m_names.clear();
    m_labels.clear();
    for (const HeadId head : heads) {
        m_names << QString::fromStdString(headName(head));
        m_labels << QStringLiteral("%1 · %2").arg(head.layer + 1).arg(head.head + 1);
    }
    QStringList strongest;
    for (int row = 0; row < int(m_rows.size()); ++row) {
        const auto& values = m_rows[size_t(row)];
        strongest << textAt(row, int(std::max_element(values.begin(), values.end()) - values.begin()) - maxOffset());
    }
    setAccessibleDescription(strongest.join(QStringLiteral("; ")));
    update();
}

void OffsetMap::setCurrentRow(int row) {
    if (row == m_current) return;
    m_current = row;
    update();
}

QRectF OffsetMap::mapRect() const {
    const Theme& theme = Theme::instance();
    const QFontMetricsF caption(theme.caption());
    const double gap = theme.px(space::kUnit);
    // Above the rows are the title and the heading of the numbers, below them the ticks, the axis name and the colour
    // legend.
    const double top = 2 * caption.height() + gap, bottom = 3 * caption.height() + 3 * gap;
    const double rows = std::max(1.0, double(m_rows.size()));
    const double tall = std::min(height() - top - bottom, rows * theme.px(kTallestRow));
    const double left = labelWidth() + gap, right = std::ceil(caption.horizontalAdvance(tr("largest"))) + gap;
    return {left, top, std::max(1.0, width() - left - right), std::max(1.0, tall)};
}

double OffsetMap::labelWidth() const {
    const QFontMetricsF caption(Theme::instance().caption());
    double widest = caption.horizontalAdvance(tr("head"));
    for (const QString& label : m_labels) widest = std::max(widest, caption.horizontalAdvance(label));
    return std::ceil(widest);
}

QRectF OffsetMap::cellRect(int row, int offset) const {
    if (m_rows.empty()) return {};
    const QRectF map = mapRect();
    const double wide = map.width() / double(m_rows.front().size()), tall = map.height() / double(m_rows.size());
    return {map.left() + (offset + maxOffset()) * wide, map.top() + row * tall, wide, tall};
}

bool OffsetMap::cellAt(QPointF point, int& row, int& offset) const {
    const QRectF map = mapRect();
    if (m_rows.empty() || !map.contains(point)) return false;
    row = std::min(int(m_rows.size()) - 1, int((point.y() - map.top()) / map.height() * double(m_rows.size())));
    const int columns = int(m_rows.front().size());
    offset = std::min(columns - 1, int((point.x() - map.left()) / map.width() * columns)) - maxOffset();
    return true;
}

QString OffsetMap::textAt(int row, int offset) const {
    const double weight = m_rows[size_t(row)][size_t(offset + maxOffset())];
    const QString place = offset == 0    ? tr("at the position itself")
                          : offset == -1 ? tr("at the position just before")
                          : offset < 0   ? tr("%1 positions before").arg(-offset)
                          : offset == 1  ? tr("at the position just after")
                                         : tr("%1 positions after").arg(offset);
    return tr("%1: %2 %3").arg(m_names.value(row)).arg(fixedNumber(weight, 3)).arg(place);
}

void OffsetMap::paintEvent(QPaintEvent*) {
    if (m_rows.empty()) return;
    const Theme& theme = Theme::instance();
    const Colours& colours = theme.colours();
    QPainter painter(this);
    const QFontMetricsF caption(theme.caption());
    painter.setFont(theme.caption());
    painter.setPen(colours.text);
    const double line = caption.height(), gap = theme.px(space::kUnit);
    painter.drawText(QRectF(0, 0, width(), line), Qt::AlignLeft | Qt::AlignVCenter,
                     caption.elidedText(tr("Mean attention by distance"), Qt::ElideRight, width()));
    painter.setPen(colours.muted);
    const QRectF above(0, line, width(), line);
    painter.drawText(above, Qt::AlignLeft | Qt::AlignVCenter, tr("head"));
    painter.drawText(above, Qt::AlignRight | Qt::AlignVCenter, tr("largest"));
    for (int row = 0; row < int(m_rows.size()); ++row) {
        const auto& values = m_rows[size_t(row)];
        const double largest = *std::max_element(values.begin(), values.end());
        for (int offset = -maxOffset(); offset <= maxOffset(); ++offset) {
            const double value = values[size_t(offset + maxOffset())];
            painter.fillRect(cellRect(row, offset).adjusted(0, 0, 0.6, -1),
                             theme.sequential(largest > 0 ? value / largest : 0));
        }
        const QRectF cell = cellRect(row, 0);
        if (cell.height() < 0.8 * line) continue;
        painter.setPen(row == m_current ? colours.text : colours.muted);
        const QRectF across(0, cell.top(), width(), cell.height());
        painter.drawText(across, Qt::AlignLeft | Qt::AlignVCenter, m_labels.value(row));
        painter.drawText(across, Qt::AlignRight | Qt::AlignVCenter, fixedNumber(largest, 3));
    }
    const QRectF map = mapRect();
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colours.line, 1));
    painter.drawRect(map);
    if (m_current >= 0 && m_current < int(m_rows.size())) {
        painter.setPen(QPen(colours.accent, 2));
        painter.drawRect(
            QRectF(map.left() + 1, cellRect(m_current, 0).top(), map.width() - 2, cellRect(m_current, 0).height()));
    }
    painter.setPen(colours.muted);
    const QRectF axis(map.left(), map.bottom() + gap, map.width(), line);
    painter.drawText(axis, Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("\u2212%1").arg(maxOffset()));
    painter.drawText(axis, Qt::AlignHCenter | Qt::AlignVCenter, QStringLiteral("0"));
    painter.drawText(axis, Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("+%1").arg(maxOffset()));
    const QRectF name(0, axis.bottom(), width(), line);
    painter.drawText(name, Qt::AlignHCenter | Qt::AlignVCenter,
                     caption.elidedText(tr("positions earlier (−), later (+)"), Qt::ElideRight, width()));
    paintLegend(painter, QRectF(0, name.bottom() + gap, width(), line));
}

void OffsetMap::paintLegend(QPainter& painter, const QRectF& line) const {
    const Theme& theme = Theme::instance();
    const QFontMetricsF caption(theme.caption());
    const double gap = theme.px(space::kUnit), zero = caption.horizontalAdvance(QLatin1Char('0')) + gap;
    const QRectF bar(line.left() + zero, line.center().y() - theme.px(4), theme.px(kLegendBar), theme.px(8));
    QLinearGradient ramp(bar.topLeft(), bar.topRight());
    constexpr int kStops = 8;
    for (int i = 0; i <= kStops; ++i) ramp.setColorAt(double(i) / kStops, theme.sequential(double(i) / kStops));
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("0"));
    const QRectF words(bar.right() + gap, line.top(), line.right() - bar.right() - gap, line.height());
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                     caption.elidedText(tr("a row's largest share"), Qt::ElideRight, words.width()));
    painter.setBrush(ramp);
    painter.setPen(QPen(theme.colours().line, 1));
    painter.drawRect(bar);
}

bool OffsetMap::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        int row = 0, offset = 0;
        const bool hit = cellAt(help->pos(), row, offset);
        QToolTip::showText(help->globalPos(), hit ? textAt(row, offset) : QString(), this);
        return true;
    }
    return QWidget::event(event);
}

void OffsetMap::mousePressEvent(QMouseEvent* event) {
    int row = 0, offset = 0;
    if (cellAt(event->position(), row, offset)) emit rowChosen(row);
}

QSize OffsetMap::sizeHint() const {
    const Theme& theme = Theme::instance();
    return {theme.px(280), theme.px(240)};
}

QSize OffsetMap::minimumSizeHint() const {
    const Theme& theme = Theme::instance();
    return {theme.px(190), theme.px(130)};
}

}  // namespace recscope::ui
