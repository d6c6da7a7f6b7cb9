// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QRectF>
#include <map>
#include <span>
#include <vector>

class QPainter;

namespace recscope::ui {

/// Which positions a position may attend to.
enum class AttentionMask {
    Bidirectional,  ///< every position (Cloze models)
    Causal,         ///< the position itself and earlier ones (causal models)
};

/// Which values the colours cover.
enum class MapScale {
    Sequential,  ///< from 0 to the maximum
    Diverging,   ///< from -maximum to maximum; 0 has the surface colour
};

/// Paints one attention map in the theme's colours: a small map of `HeadGrid`, the large `AttentionMap`, or another.
class AttentionImage {
public:
    /// `weights`: (size, size), row-major; `maximum` is the value with the strongest colour of the scale.
    void set(std::span<const float> weights, int size, float maximum, AttentionMask attentionMask,
             MapScale scale = MapScale::Sequential);
    /// Gives each row its own colour scale, which ends at the row's largest weight. `weights`: (size, size), row-major.
    void setByRow(std::span<const float> weights, int size, AttentionMask attentionMask);
    void clear();

    int size() const { return m_size; }
    QRectF wholeView() const { return {0, 0, double(m_size), double(m_size)}; }

    /// Draws the cells of `view` (x = columns, y = rows) into `target`. Where several cells share a pixel, the one with
    /// the largest absolute value is drawn, so that no large value is lost. Masked cells are hatched.
    void paint(QPainter& painter, const QRectF& target, const QRectF& view) const;

private:
    /// The whole map as an image in which each pixel stands for `cellsPerPixel` x `cellsPerPixel` cells.
    const QImage& level(int cellsPerPixel) const;
    void paintMaskedCells(QPainter& painter, const QRectF& target, const QRectF& view) const;

    std::vector<float> m_weights;
    int m_size = 0;
    float m_maximum = 1;
    AttentionMask m_attentionMask = AttentionMask::Bidirectional;
    MapScale m_scale = MapScale::Sequential;
    mutable std::map<int, QImage> m_levels;  ///< images by cells per pixel, each made on first use
};

}  // namespace recscope::ui
