// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attention/head_grid.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <span>

#include "ui/theme/theme.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

constexpr double kCauseMark = 2.5;             ///< half the width of a mark, design pixels
constexpr int kMinSize = 28, kUsualSize = 96;  ///< side of a small map, design pixels

/// Height of the header. It equals the header height of `AttentionMap`, so that the maps of both widgets begin at the
/// same height.
int headerHeight(const Theme& theme) {
    return int(std::round(QFontMetricsF(theme.section()).height() + theme.px(space::kPadding)));
}

}  // namespace

HeadGrid::HeadGrid(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleRole(this, QAccessible::Table);
    setAccessibleName(tr("All attention heads"));
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        rebuild();
        updateGeometry();
    });
}

void HeadGrid::setMaps(std::shared_ptr<const AttentionMaps> maps, AttentionMask attentionMask) {
    m_maps = std::move(maps);
    m_attentionMask = attentionMask;
    m_causes.clear();
    m_hovered.reset();
    if (m_maps && m_maps->size > 0) {
        m_layer = std::clamp(m_layer, 0, m_maps->layers - 1);
        m_head = std::clamp(m_head, 0, m_maps->heads - 1);
    }
    rebuild();
    updateGeometry();
}

void HeadGrid::clear() {
    setMaps({}, m_attentionMask);
}

void HeadGrid::setCauses(std::vector<int> columns) {
    m_causes = std::move(columns);
    update();
}

void HeadGrid::setRange(MapRange range) {
    if (range == m_range) return;
    m_range = range;
    rebuild();
}

void HeadGrid::setCommonMaximum(float maximum) {
    if (maximum == m_common) return;
    m_common = maximum;
    rebuild();
}

void HeadGrid::rebuild() {
    m_images.clear();
    if (m_maps && m_maps->size > 0) {
        const MapRange range = m_range.value_or(usualRange(*m_maps, m_attentionMask));
        const auto strongest = [](std::span<const float> weights) {
            float largest = 0;
            for (const float weight : weights) largest = std::max(largest, std::abs(weight));
            return largest;
        };
        const float shared = strongest(m_maps->weights);
        const MapScale scale = m_maps->isPointwise ? MapScale::Diverging : MapScale::Sequential;
        for (int layer = 0; layer < m_maps->layers; ++layer) {
            for (int head = 0; head < m_maps->heads; ++head) {
                const auto map = m_maps->map(layer, head);
                const float largest = strongest(map);
                AttentionImage& image = m_images.emplace_back();
                if (range == MapRange::Row && !m_maps->isPointwise) {
                    image.setByRow(map, m_maps->size, m_attentionMask);
                } else {
                    image.set(map, m_maps->size,
                              m_common > 0             ? m_common
                              : range == MapRange::Own ? largest
                                                       : shared,
                              m_attentionMask, scale);
                }
            }
        }
    }
    setAccessibleDescription(m_images.empty() ? tr("No maps") : describe({m_layer, m_head}));
    update();
}

void HeadGrid::choose(int layer, int head) {
    if (m_images.empty()) return;
    layer = std::clamp(layer, 0, m_maps->layers - 1);
    head = std::clamp(head, 0, m_maps->heads - 1);
    if (layer == m_layer && head == m_head) return;
    m_layer = layer;
    m_head = head;
    setAccessibleDescription(describe({layer, head}));
    reportCurrentCell(this);
    update();
    emit chosen(layer, head);
}

std::optional<PaintedCell> HeadGrid::currentCell() const {
    if (m_images.empty()) return std::nullopt;
    return PaintedCell{m_layer, m_head};
}

QSize HeadGrid::sizeFor(int side) const {
    const Theme& theme = Theme::instance();
    const QFontMetrics caption(theme.caption());
    const int layers = m_maps ? m_maps->layers : 2, heads = m_maps ? m_maps->heads : 2;
    const int gap = theme.px(space::kPadding);
    return {caption.horizontalAdvance(tr("layer %1").arg(layers)) + heads * (theme.px(side) + gap) + 2,
            headerHeight(theme) + layers * (theme.px(side) + gap) + 2};
}

QSize HeadGrid::sizeHint() const {
    return sizeFor(kUsualSize);
}
QSize HeadGrid::minimumSizeHint() const {
    return sizeFor(kMinSize);
}

QRectF HeadGrid::mapRect(int layer, int head) const {
    if (m_images.empty()) return {};
    const Theme& theme = Theme::instance();
    const QFontMetricsF caption(theme.caption());
    const double gap = theme.px(space::kPadding);
    const double left = caption.horizontalAdvance(tr("layer %1").arg(m_maps->layers)) + gap;
    const double top = headerHeight(theme);
    const double side =
        std::floor(std::max(std::min((width() - left - 2) / m_maps->heads, (height() - top - 2) / m_maps->layers) - gap,
                            double(theme.px(kMinSize))));
    return {std::round(left) + head * (side + gap), top + layer * (side + gap), side, side};
}

std::optional<HeadGrid::HeadAt> HeadGrid::headAt(QPointF point) const {
    if (m_images.empty()) return {};
    for (int layer = 0; layer < m_maps->layers; ++layer)
        for (int head = 0; head < m_maps->heads; ++head)
            if (mapRect(layer, head).adjusted(-3, -3, 3, 3).contains(point)) return HeadAt{layer, head};
    return {};
}

QString HeadGrid::describe(HeadAt at) const {
    const auto map = m_maps->map(at.layer, at.head);
    QString text = tr("Layer %1, head %2: largest weight %3")
                       .arg(at.layer + 1)
                       .arg(at.head + 1)
                       .arg(fixedNumber(*std::max_element(map.begin(), map.end()), 3));
    if (!m_causes.empty()) {
        double share = 0;
        const auto row = m_maps->row(at.layer, at.head, m_maps->size - 1);
        for (const int column : m_causes) share += double(row[size_t(column)]);
        text += tr("; %1 of the predicting row's attention on the true cause").arg(fixedNumber(share, 3));
    }
    return text;
}

void HeadGrid::paintEvent(QPaintEvent*) {
    if (m_images.empty()) return;
    const Theme& theme = Theme::instance();
    const Colours& colours = theme.colours();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(theme.caption());
    const QFontMetricsF caption(theme.caption());
    for (int layer = 0; layer < m_maps->layers; ++layer) {
        const QRectF first = mapRect(layer, 0);
        painter.setPen(layer == m_layer ? colours.text : colours.muted);
        painter.drawText(QRectF(0, first.top(), first.left() - theme.px(space::kPadding), first.height()),
                         Qt::AlignRight | Qt::AlignVCenter, tr("layer %1").arg(layer + 1));
        for (int head = 0; head < m_maps->heads; ++head) {
            const QRectF rect = mapRect(layer, head);
            if (layer == 0) {
                painter.setPen(head == m_head ? colours.text : colours.muted);
                // Above a narrow map only the head's number fits.
                const QString full = tr("head %1").arg(head + 1);
                const QString text = caption.horizontalAdvance(full) <= rect.width() ? full : QString::number(head + 1);
                painter.drawText(QRectF(rect.left(), 0, rect.width(), rect.top() - theme.px(space::kUnit)),
                                 Qt::AlignHCenter | Qt::AlignBottom, text);
            }
            m_images[size_t(layer) * size_t(m_maps->heads) + size_t(head)].paint(
                painter, rect, {0, 0, double(m_maps->size), double(m_maps->size)});
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(m_hovered == HeadAt{layer, head} ? colours.muted : colours.line, 1));
            painter.drawRect(rect.adjusted(-0.5, -0.5, 0.5, 0.5));
            paintCauses(painter, rect);
            if (layer == m_layer && head == m_head) {
                painter.setPen(QPen(colours.accent, hasFocus() ? 3 : 2));
                painter.drawRect(rect.adjusted(-2, -2, 2, 2));
            }
        }
    }
}

void HeadGrid::paintCauses(QPainter& painter, const QRectF& map) const {
    const Theme& theme = Theme::instance();
    const double half = kCauseMark * theme.scale();
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.colours().warning);
    for (const int column : m_causes) {
        const double x = map.left() + (column + 0.5) / m_maps->size * map.width(), y = map.top() - 1;
        painter.drawConvexPolygon(QPolygonF({{x, y}, {x + half, y - 1.4 * half}, {x - half, y - 1.4 * half}}));
    }
    painter.setBrush(Qt::NoBrush);
}

bool HeadGrid::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        const auto at = headAt(help->pos());
        QToolTip::showText(help->globalPos(), at ? describe(*at) : QString(), this);
        return true;
    }
    return QWidget::event(event);
}

void HeadGrid::mousePressEvent(QMouseEvent* event) {
    if (const auto at = headAt(event->position())) choose(at->layer, at->head);
}

void HeadGrid::mouseMoveEvent(QMouseEvent* event) {
    const auto at = headAt(event->position());
    if (at == m_hovered) return;
    m_hovered = at;
    setCursor(at ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

void HeadGrid::leaveEvent(QEvent*) {
    m_hovered.reset();
    update();
}

void HeadGrid::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Left:
            return choose(m_layer, m_head - 1);
        case Qt::Key_Right:
            return choose(m_layer, m_head + 1);
        case Qt::Key_Up:
            return choose(m_layer - 1, m_head);
        case Qt::Key_Down:
            return choose(m_layer + 1, m_head);
        default:
            QWidget::keyPressEvent(event);
    }
}

QVariant HeadGrid::uiState() const {
    return QVariantList{m_layer, m_head};
}

void HeadGrid::restoreState(const QVariant& state) {
    const QVariantList head = state.toList();
    if (head.size() != 2) return;
    if (!m_images.empty()) return choose(head[0].toInt(), head[1].toInt());
    m_layer = std::max(0, head[0].toInt());  // setMaps clamps both to the heads that exist
    m_head = std::max(0, head[1].toInt());
}

}  // namespace recscope::ui
