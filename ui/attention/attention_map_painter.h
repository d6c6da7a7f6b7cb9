// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>

#include "ui/attention/attention_map_layout.h"

class QPainter;

namespace recscope::ui {

class AttentionMapModel;
class AttentionMapSelection;

/// Paints an attention map: cells, labels, marks, header and tag. `image` shows the model's values on the scale of
/// `range`, see `imageOf`.
class AttentionMapPainter {
public:
    AttentionMapPainter(const AttentionMapModel& model, const AttentionMapSelection& selection,
                        const AttentionMapLayout& layout, const AttentionImage& image, MapRange range);

    /// Everything but the tag; `focused`: with the frame that shows the keyboard focus. Shows the reason if there is no
    /// map.
    void paint(QPainter& painter, bool focused) const;
    void paintTag(QPainter& painter) const;
    /// Where the tag is painted; empty without a described cell.
    QRectF tagRect() const;

private:
    void paintHeader(QPainter& painter) const;
    void paintColours(QPainter& painter, const QRectF& bar) const;
    void paintUnmatched(QPainter& painter) const;
    void paintMarks(QPainter& painter) const;
    void paintCauses(QPainter& painter) const;
    void paintLabels(QPainter& painter) const;
    void paintRowLabels(QPainter& painter, const std::set<int>& named) const;
    void paintColumnLabels(QPainter& painter, const std::set<int>& named) const;
    void setLabelStyle(QPainter& painter, int position, bool isNamed) const;
    QString tagText() const;

    const AttentionMapModel& m_model;
    const AttentionMapSelection& m_selection;
    const AttentionMapLayout& m_layout;
    const AttentionImage& m_image;
    MapRange m_range;
};

}  // namespace recscope::ui
