// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/mask_grid.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/theme/theme.h"
#include "ui/widgets/animation.h"

namespace recscope::ui {

namespace {
/// Colours of allowed cells, outside and in the highlighted row, as positions 0…1 on the attention colour scale.
constexpr float kUsualShade = 0.22f, kHighlightShade = 0.85f;
constexpr int kSide = 136, kMinSide = 88;  ///< design pixels
}  // namespace

MaskGrid::MaskGrid(const QString& title, AttentionMask attentionMask, QWidget* parent)
    : QWidget(parent), m_title(title), m_attentionMask(attentionMask), m_slide(new Animation(this)) {
    connect(m_slide, &Animation::valueChanged, this, &MaskGrid::rebuild);
    connect(m_slide, &Animation::stateChanged, this, &MaskGrid::rebuild);
    setMouseTracking(true);
    setAccessibleName(title);
    setReadsItself(false);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        rebuild();
        updateGeometry();
    });
}

void MaskGrid::setReadsItself(bool readsItself) {
    m_readsItself = readsItself;
    const bool isBidirectional = m_attentionMask == AttentionMask::Bidirectional;
    setToolTip(readsItself ? (isBidirectional
                                  ? tr("Every position reads all positions, including its own")
                                  : tr("A position reads its own item and the ones before it; hatched = never read"))
               : isBidirectional
                   ? tr("To guess a card, all other cards that are not covered are read")
                   : tr("To guess a card, the cards before it are read unless they are covered; hatched = "
                        "never read"));
}

void MaskGrid::setSize(int positions) {
    m_size = positions;
    m_highlightedRow = -1;
    m_covered.clear();
    rebuild();
}

void MaskGrid::setCovered(const std::set<int>& positions) {
    if (positions == m_covered) return;
    m_covered = positions;
    rebuild();
}

void MaskGrid::setHighlighted(int position) {
    if (position == m_highlightedRow) return;
    m_highlightBefore = highlightPosition();
    m_highlightedRow = position;
    if (m_highlightBefore < 0 || m_highlightedRow < 0)
        m_slide->finish();
    else
        m_slide->begin();
    rebuild();
}

double MaskGrid::highlightPosition() const {
    return m_highlightedRow < 0 ? -1 : m_slide->between(m_highlightBefore, m_highlightedRow);
}

bool MaskGrid::allows(int row, int column) const {
    if (column == row) return m_readsItself;
    return !m_covered.contains(column) && (m_attentionMask == AttentionMask::Bidirectional || column < row);
}

void MaskGrid::rebuild() {
    std::vector<float> weights(size_t(m_size) * size_t(m_size));
    const double highlight = highlightPosition();
    for (int row = 0; row < m_size; ++row) {
        const double light = highlight < 0 ? 0 : std::max(0.0, 1 - std::abs(row - highlight));
        for (int column = 0; column < m_size; ++column)
            if (allows(row, column))
                weights[size_t(row) * size_t(m_size) + size_t(column)] =
                    kUsualShade + float(light) * (kHighlightShade - kUsualShade);
    }
    m_image.set(weights, m_size, /*maximum=*/1, m_attentionMask);
    update();
}

QSize MaskGrid::sizeWith(int side) const {
    const Theme& theme = Theme::instance();
    const int header = QFontMetrics(theme.caption()).height() + theme.px(space::kUnit);
    return {theme.px(side), theme.px(side) + header};
}

QSize MaskGrid::sizeHint() const {
    return sizeWith(kSide);
}

QSize MaskGrid::minimumSizeHint() const {
    return sizeWith(kMinSide);
}

QRectF MaskGrid::gridRect() const {
    const Theme& theme = Theme::instance();
    const double top = QFontMetricsF(theme.caption()).height() + theme.px(space::kUnit);
    const double side = std::floor(std::min(width() - 2.0, height() - top - 2));
    return {1, std::round(top), side, side};
}

QRectF MaskGrid::cellRect(int row, int column) const {
    const QRectF grid = gridRect();
    const double cell = grid.width() / std::max(1, m_size);
    return {grid.left() + column * cell, grid.top() + row * cell, cell, cell};
}

void MaskGrid::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::instance();
    const Colours& colours = theme.colours();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(theme.caption());
    painter.setPen(colours.muted);
    painter.drawText(QRectF(0, 0, width(), QFontMetricsF(theme.caption()).height()), Qt::AlignLeft | Qt::AlignVCenter,
                     m_title);
    const QRectF grid = gridRect();
    painter.fillRect(grid, colours.surface);
    m_image.paint(painter, grid, m_image.wholeView());
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colours.surface, 1));
    for (int i = 1; i < m_size; ++i) {
        const double line = std::round(i * grid.width() / m_size);
        // Lines are drawn only between allowed cells, so that the hatched part stays one area.
        const double rowEnd = m_attentionMask == AttentionMask::Bidirectional ? grid.right() : cellRect(i, i).right();
        const double columnTop =
            m_attentionMask == AttentionMask::Bidirectional ? grid.top() : cellRect(i - 1, i).top();
        painter.drawLine(QPointF(grid.left(), grid.top() + line), QPointF(rowEnd, grid.top() + line));
        painter.drawLine(QPointF(grid.left() + line, columnTop), QPointF(grid.left() + line, grid.bottom()));
    }
    painter.setPen(QPen(colours.line, 1));
    painter.drawRect(grid.adjusted(-0.5, -0.5, 0.5, 0.5));
    if (m_highlightedRow < 0 || m_highlightedRow >= m_size) return;
    painter.setPen(QPen(colours.accent, 1.5));
    // The frame leaves out the guessed card itself.
    const double highlight = highlightPosition(), cell = grid.width() / m_size, top = grid.top() + highlight * cell;
    if (highlight > 0) painter.drawRect(QRectF(grid.left(), top, highlight * cell, cell));
    const double after = m_size - 1 - highlight;
    if (m_attentionMask == AttentionMask::Bidirectional && after > 0)
        painter.drawRect(QRectF(grid.right() - after * cell, top, after * cell, cell));
}

void MaskGrid::mouseMoveEvent(QMouseEvent* event) {
    const QRectF grid = gridRect();
    int position = -1;
    if (m_size > 0 && grid.contains(event->position()))
        position = std::clamp(int((event->position().y() - grid.top()) / grid.height() * m_size), 0, m_size - 1);
    emit hovered(position);
}

void MaskGrid::leaveEvent(QEvent*) {
    emit hovered(-1);
}

}  // namespace recscope::ui
