// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attention/growing_map.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/theme/theme.h"
#include "ui/widgets/animation.h"

namespace recscope::ui {

namespace {
constexpr int kSide = 200;  ///< design pixels
}

GrowingMap::GrowingMap(QWidget* parent) : QWidget(parent), m_filling(new Animation(this)) {
    setCursor(Qt::PointingHandCursor);
    setToolTip(tr("Each row attends to the columns. Click a row to compute it."));
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void GrowingMap::begin(int size) {
    m_size = size;
    m_current = -1;
    m_rows.clear();
    update();
}

void GrowingMap::setRow(int row, const std::vector<float>& weights) {
    const bool isNew = !m_rows.contains(row) || m_rows.at(row) != weights;
    m_rows[row] = weights;
    if (isNew)
        m_filling->begin();
    else if (row != m_current)
        m_filling->finish();
    m_current = row;
    update();
}

int GrowingMap::filledCells() const {
    return m_current < 0 ? 0 : int(std::lround(m_filling->progress() * double(m_rows.at(m_current).size())));
}

QSize GrowingMap::sizeHint() const {
    const int side = Theme::instance().px(kSide);
    return {side, side};
}

QRectF GrowingMap::gridRect() const {
    const double titleHeight = QFontMetricsF(Theme::instance().caption()).height() + 4;
    const double side = std::max(1.0, std::min(width() - 2.0, height() - titleHeight - 2));
    return {1, titleHeight, side, side};
}

void GrowingMap::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setFont(theme.caption());
    painter.setPen(theme.colours().muted);
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignTop,
                     m_rows.size() == 1 ? tr("This head's map: one of %1 rows").arg(m_size)
                                        : tr("This head's map: %1 of %2 rows").arg(m_rows.size()).arg(m_size));
    const QRectF grid = gridRect();
    painter.fillRect(grid, theme.colours().surface);
    if (m_size == 0) return;
    const double cell = grid.width() / m_size;
    for (const auto& [row, weights] : m_rows)
        for (std::size_t column = 0; column < (row == m_current ? std::size_t(filledCells()) : weights.size());
             ++column)
            painter.fillRect(QRectF(grid.left() + double(column) * cell, grid.top() + row * cell, cell, cell),
                             theme.sequential(weights[column]));
    painter.setPen(QPen(theme.colours().line, 1));
    painter.drawRect(grid);
    if (m_current < 0) return;
    painter.setPen(QPen(theme.colours().accent, 2));
    painter.drawRect(QRectF(grid.left(), grid.top() + m_current * cell, grid.width(), cell));
}

void GrowingMap::mouseReleaseEvent(QMouseEvent* event) {
    const QRectF grid = gridRect();
    if (m_size > 0 && grid.contains(event->position()))
        emit rowRequested(std::min(m_size - 1, int((event->position().y() - grid.top()) / grid.height() * m_size)));
}

}  // namespace recscope::ui
