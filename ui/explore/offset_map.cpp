// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/offset_map.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

#include "ui/theme/theme.h"

namespace recscope::ui {

namespace {
constexpr int kTallestRow = 28;  ///< design pixels
}

OffsetMap::OffsetMap(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Mean attention by relative position"));
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void OffsetMap::setRows(std::vector<std::vector<double>> rows, QStringList names) {
    m_rows = std::move(rows);
    m_names = std::move(names);
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
    const double top = caption.height() + theme.px(space::kUnit);
    const double rows = std::max(1.0, double(m_rows.size()));
    const double height =
        std::min(this->height() - top - caption.height() - theme.px(space::kUnit), rows * theme.px(kTallestRow));
    return {0, top, double(width()), std::max(1.0, height)};
}

QRectF OffsetMap::cellRect(int row, int offset) const {
    if (m_rows.empty()) return {};
    const QRectF map = mapRect();
    const double wide = map.width() / double(m_rows.front().size()), tall = map.height() / double(m_rows.size());
    return {map.left() + (offset + maxOffset()) * wide, map.top() + row * tall, wide, tall};
}

bool OffsetMap::cellAt(QPointF place, int& row, int& offset) const {
    const QRectF map = mapRect();
    if (m_rows.empty() || !map.contains(place)) return false;
    row = std::min(int(m_rows.size()) - 1, int((place.y() - map.top()) / map.height() * double(m_rows.size())));
    const int columns = int(m_rows.front().size());
    offset = std::min(columns - 1, int((place.x() - map.left()) / map.width() * columns)) - maxOffset();
    return true;
}

QString OffsetMap::textAt(int row, int offset) const {
    const double weight = m_rows[size_t(row)][size_t(offset + maxOffset())];
    const QString where = offset == 0    ? tr("at the position itself")
                          : offset == -1 ? tr("at the position just before")
                          : offset < 0   ? tr("%1 positions before").arg(-offset)
                          : offset == 1  ? tr("at the position just after")
                                         : tr("%1 positions after").arg(offset);
    return tr("%1: %2 %3").arg(m_names.value(row)).arg(weight, 0, 'f', 3).arg(where);
}

void OffsetMap::paintEvent(QPaintEvent*) {
    if (m_rows.empty()) return;
    const Theme& theme = Theme::instance();
    const Colours& colours = theme.colours();
    QPainter painter(this);
    const QFontMetricsF caption(theme.caption());
    painter.setFont(theme.caption());
    painter.setPen(colours.muted);
    painter.drawText(QRectF(0, 0, width(), caption.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     caption.elidedText(tr("Mean attention by relative position"), Qt::ElideRight, width()));
    for (int row = 0; row < int(m_rows.size()); ++row) {
        const auto& values = m_rows[size_t(row)];
        const double largest = *std::max_element(values.begin(), values.end());
        for (int offset = -maxOffset(); offset <= maxOffset(); ++offset) {
            const double value = values[size_t(offset + maxOffset())];
            painter.fillRect(cellRect(row, offset).adjusted(0, 0, 0.6, -1),
                             theme.sequential(largest > 0 ? value / largest : 0));
        }
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
    const QRectF axis(0, map.bottom() + theme.px(space::kUnit), width(), caption.height());
    painter.drawText(axis, Qt::AlignLeft | Qt::AlignVCenter, tr("−%1 earlier").arg(maxOffset()));
    painter.drawText(axis, Qt::AlignHCenter | Qt::AlignVCenter, QStringLiteral("0"));
    painter.drawText(axis, Qt::AlignRight | Qt::AlignVCenter, tr("later +%1").arg(maxOffset()));
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
    return {theme.px(280), theme.px(200)};
}

QSize OffsetMap::minimumSizeHint() const {
    const Theme& theme = Theme::instance();
    return {theme.px(140), theme.px(90)};
}

}  // namespace recscope::ui
