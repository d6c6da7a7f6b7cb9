// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QRectF>
#include <map>
#include <span>
#include <vector>

class QPainter;

namespace recscope::ui {

/// Which positions a position may look at.
enum class AttentionMask {
    Bidirectional,  ///< every other position (Cloze models)
    Causal,         ///< itself and what stands before it (causal models)
};

/// What numbers become which colours.
enum class MapScale {
    Sequential,  ///< 0 … maximum
    Diverging,   ///< -maximum … maximum, 0 is the surface
};

/// One attention map as a picture in the theme's colours: the one way a map is painted, large or small.
class AttentionTexture {
public:
    /// `weights` (size, size) row after row; `maximum` gets the end of the ramp.
    void set(std::span<const float> weights, int size, float maximum, AttentionMask attentionMask,
             MapScale scale = MapScale::Sequential);
    /// The same with each row's own largest weight at the end of the ramp.
    void setByRow(std::span<const float> weights, int size, AttentionMask attentionMask);
    void clear();

    int size() const { return m_size; }
    QRectF wholeView() const { return {0, 0, double(m_size), double(m_size)}; }

    /// Draws the cells of `view` (x = columns, y = rows) into `target`. Where several cells share a pixel the largest
    /// weight, or difference to either side, is drawn, so that nothing bright is lost. Cells no weight can reach are
    /// hatched.
    void paint(QPainter& painter, const QRectF& target, const QRectF& view) const;

private:
    const QImage& level(int cellsPerPixel) const;
    void paintForbidden(QPainter& painter, const QRectF& target, const QRectF& view) const;

    std::vector<float> m_weights;
    int m_size = 0;
    float m_maximum = 1;
    AttentionMask m_attentionMask = AttentionMask::Bidirectional;
    MapScale m_scale = MapScale::Sequential;
    mutable std::map<int, QImage> m_levels;  ///< by cells per pixel, made when first needed
};

}  // namespace recscope::ui
