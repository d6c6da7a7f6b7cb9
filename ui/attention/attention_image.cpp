// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attention/attention_image.h"

#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/theme/theme.h"

namespace recscope::ui {

namespace {

constexpr int kShades = 256;
constexpr double kHatchSpacing = 6;  ///< design pixels between two hatch lines, measured along an axis

/// The colours of the scale, from its lower to its upper end.
std::array<QRgb, kShades> rampOf(const Theme& theme, MapScale scale) {
    std::array<QRgb, kShades> ramp;
    for (int i = 0; i < kShades; ++i) {
        const double share = double(i) / (kShades - 1);
        ramp[size_t(i)] =
            (scale == MapScale::Diverging ? theme.diverging(2 * share - 1) : theme.sequential(share)).rgb();
    }
    return ramp;
}

}  // namespace

void AttentionImage::set(std::span<const float> weights, int size, float maximum, AttentionMask attentionMask,
                         MapScale scale) {
    m_weights.assign(weights.begin(), weights.end());
    m_size = size;
    m_maximum = maximum;
    m_attentionMask = attentionMask;
    m_scale = scale;
    m_levels.clear();
}

void AttentionImage::setByRow(std::span<const float> weights, int size, AttentionMask attentionMask) {
    set(weights, size, /*maximum=*/1, attentionMask);
    for (int row = 0; row < size; ++row) {
        const auto begin = m_weights.begin() + std::ptrdiff_t(row) * size;
        const float largest = *std::max_element(begin, begin + size);
        if (largest > 0)
            std::transform(begin, begin + size, begin, [largest](float weight) { return weight / largest; });
    }
}

void AttentionImage::clear() {
    m_weights.clear();
    m_size = 0;
    m_levels.clear();
}

const QImage& AttentionImage::level(int cellsPerPixel) const {
    auto found = m_levels.find(cellsPerPixel);
    if (found != m_levels.end()) return found->second;

    const auto ramp = rampOf(Theme::instance(), m_scale);
    const int pixels = (m_size + cellsPerPixel - 1) / cellsPerPixel;
    QImage image(pixels, pixels, QImage::Format_RGB32);
    for (int y = 0; y < pixels; ++y) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        const int lastRow = std::min(m_size, (y + 1) * cellsPerPixel);
        for (int x = 0; x < pixels; ++x) {
            const int lastColumn = std::min(m_size, (x + 1) * cellsPerPixel);
            float largest = 0;
            for (int row = y * cellsPerPixel; row < lastRow; ++row)
                for (int column = x * cellsPerPixel; column < lastColumn; ++column) {
                    const float weight = m_weights[size_t(row) * size_t(m_size) + size_t(column)];
                    if (std::abs(weight) > std::abs(largest)) largest = weight;
                }
            float share = m_maximum > 0 ? std::clamp(largest / m_maximum, -1.0f, 1.0f) : 0.0f;
            if (m_scale == MapScale::Diverging) share = (share + 1) / 2;
            share = std::max(share, 0.0f);
            line[x] = ramp[size_t(std::lround(share * (kShades - 1)))];
        }
    }
    return m_levels.emplace(cellsPerPixel, std::move(image)).first->second;
}

void AttentionImage::paint(QPainter& painter, const QRectF& target, const QRectF& view) const {
    if (m_size == 0 || target.isEmpty() || view.isEmpty()) return;
    const double pixels = std::min(target.width(), target.height()) * painter.device()->devicePixelRatioF();
    const int cellsPerPixel = std::max(1, int(std::floor(view.width() / std::max(1.0, pixels))));
    const double scale = 1.0 / cellsPerPixel;
    const QRectF source(view.x() * scale, view.y() * scale, view.width() * scale, view.height() * scale);
    painter.save();
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.drawImage(target, level(cellsPerPixel), source);
    painter.restore();
    if (m_attentionMask == AttentionMask::Causal) paintMaskedCells(painter, target, view);
}

void AttentionImage::paintMaskedCells(QPainter& painter, const QRectF& target, const QRectF& view) const {
    // Hatches the masked cells (column > row) with lines x + y = c, in units of cells. Each line begins where it leaves
    // the cell on the diagonal, so that it needs no clipping to the masked area in vector formats.
    const Theme& theme = Theme::instance();
    const double xScale = target.width() / view.width(), yScale = target.height() / view.height();
    const double spacing = theme.px(int(kHatchSpacing)) / std::min(xScale, yScale);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(theme.colours().line, 1));
    const double first = std::ceil((view.left() + view.top()) / spacing) * spacing;
    for (double c = first; c < view.right() + view.bottom(); c += spacing) {
        const double middle = c / 2, cell = std::floor(middle);
        const double leavesDiagonal = middle + std::min(cell + 1 - middle, middle - cell);
        const double from = std::max({leavesDiagonal, view.left(), c - view.bottom()});
        const double to = std::min({double(m_size), c, view.right(), c - view.top()});
        if (from >= to) continue;
        const auto at = [&](double x) {
            return QPointF(target.left() + (x - view.left()) * xScale, target.top() + (c - x - view.top()) * yScale);
        };
        painter.drawLine(at(from), at(to));
    }
    painter.restore();
}

}  // namespace recscope::ui
