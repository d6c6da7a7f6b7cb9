// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_marks.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

#include "ui/plot/plot_layout.h"
#include "ui/theme/theme.h"

namespace recscope::ui {

namespace {

/// The background of a label that may cover a curve.
QColor veil() {
    QColor colour = Theme::instance().colours().surface;
    colour.setAlphaF(0.75);
    return colour;
}

/// The size of the text item, computed as in QCPItemText.
QSizeF sizeOf(const QCPItemText& text) {
    const int flags = Qt::TextDontClip | text.textAlignment();
    const QSize textSize = QFontMetrics(text.font()).boundingRect(QRect(), flags, text.text()).size();
    return textSize.grownBy(text.padding());
}

}  // namespace

PlotMarks::PlotMarks(QCustomPlot& plot, std::function<void()> changed) : m_plot(plot), m_changed(std::move(changed)) {}

PlotMarks::Reference& PlotMarks::addReference(const QString& id) {
    Reference reference;
    reference.id = id;
    reference.line = new QCPItemLine(&m_plot);
    reference.text = new QCPItemText(&m_plot);
    for (QCPItemPosition* end : {reference.line->start, reference.line->end, reference.text->position}) {
        end->setTypeX(QCPItemPosition::ptAxisRectRatio);
        end->setTypeY(QCPItemPosition::ptPlotCoords);
    }
    reference.text->setPadding(QMargins(2, 0, 2, 0));
    m_references.push_back(reference);
    return m_references.back();
}

void PlotMarks::setReference(const QString& id, double y, const QString& label) {
    auto found = std::find_if(m_references.begin(), m_references.end(), [&](const auto& r) { return r.id == id; });
    Reference& reference = found == m_references.end() ? addReference(id) : *found;
    reference.y = y;
    reference.label = label;
    reference.text->setText(label);
    reference.line->start->setCoords(0, y);
    reference.line->end->setCoords(1, y);
    reference.text->position->setCoords(0.995, y);
    applyTheme();
    m_changed();
}

void PlotMarks::removeReferences() {
    for (Reference& reference : m_references) {
        m_plot.removeItem(reference.line);
        m_plot.removeItem(reference.text);
    }
    m_references.clear();
    m_changed();
}

void PlotMarks::setMarkedPoint(double x, double y, const QString& label) {
    if (!m_pointText) {
        m_pointRing = new QCPItemEllipse(&m_plot);
        m_pointText = new QCPItemText(&m_plot);
        m_pointText->setPadding(QMargins(2, 0, 2, 0));
        m_pointText->position->setParentAnchor(m_pointRing->center);
        m_pointRing->topLeft->setType(QCPItemPosition::ptPlotCoords);
        m_pointRing->bottomRight->setType(QCPItemPosition::ptAbsolute);
        m_pointRing->bottomRight->setParentAnchor(m_pointRing->topLeft);
    }
    m_point = QPointF(x, y);
    m_pointText->setText(label);
    applyTheme();
    m_changed();
}

void PlotMarks::removeMarkedPoint() {
    if (!m_pointText) return;
    m_plot.removeItem(m_pointText);
    m_plot.removeItem(m_pointRing);
    m_pointText = nullptr;
    m_pointRing = nullptr;
    m_changed();
}

void PlotMarks::setCursorLine(double x, const QString& label) {
    if (!m_cursor) {
        m_cursor = new QCPItemLine(&m_plot);
        m_cursor->setLayer(QStringLiteral("grid"));  // below all labels
        m_cursorText = new QCPItemText(&m_plot);
        for (QCPItemPosition* end : {m_cursor->start, m_cursor->end, m_cursorText->position}) {
            end->setTypeX(QCPItemPosition::ptPlotCoords);
            end->setTypeY(QCPItemPosition::ptAxisRectRatio);
        }
        m_cursorText->setPadding(QMargins(4, 0, 4, 0));
    }
    m_cursor->start->setCoords(x, 1);
    m_cursor->end->setCoords(x, 0);
    m_cursorText->position->setCoords(x, 0);
    m_cursorText->setText(label);
    applyTheme();
    m_changed();
}

void PlotMarks::removeCursorLine() {
    if (!m_cursor) return;
    m_plot.removeItem(m_cursorText);
    m_plot.removeItem(m_cursor);
    m_cursorText = nullptr;
    m_cursor = nullptr;
    m_changed();
}

void PlotMarks::setDiagonal(bool shown) {
    if (shown && !m_diagonal) {
        m_diagonal = new QCPItemLine(&m_plot);
        applyTheme();
    } else if (!shown && m_diagonal) {
        m_plot.removeItem(m_diagonal);
        m_diagonal = nullptr;
    }
    m_changed();
}

void PlotMarks::clear() {
    removeReferences();
    removeMarkedPoint();
    removeCursorLine();
}

void PlotMarks::applyTheme() {
    const Theme& theme = Theme::instance();
    const Colours& colours = theme.colours();
    for (Reference& reference : m_references) {
        reference.line->setPen(QPen(colours.muted, 1, Qt::DashLine));
        reference.text->setColor(colours.muted);
        reference.text->setFont(theme.caption());
        reference.text->setBrush(colours.surface);  // hides grid lines and the cursor line behind the label
    }
    if (m_pointText) {
        m_pointText->setColor(colours.text);
        m_pointText->setFont(theme.caption());
        m_pointRing->setPen(QPen(colours.text, 1.5 * theme.scale()));
    }
    if (m_cursor) {
        m_cursor->setPen(QPen(colours.accent, 1.5 * theme.scale()));
        m_cursorText->setColor(colours.accent);
        m_cursorText->setFont(theme.caption());
    }
    if (m_diagonal) m_diagonal->setPen(QPen(colours.muted, 1, Qt::DashLine));
}

void PlotMarks::extend(PlotExtent& extent) const {
    for (const Reference& reference : m_references) extent.references.push_back(reference.y);
    extent.hasDiagonal = m_diagonal != nullptr;
}

PlotLabelRequests PlotMarks::labels() const {
    PlotLabelRequests requests;
    for (const Reference& reference : m_references)
        requests.references.push_back({reference.y, sizeOf(*reference.text)});
    if (m_pointText) requests.mark = {m_point, sizeOf(*m_pointText)};
    if (m_cursor) requests.cursorLine = {m_cursor->start->coords().x(), sizeOf(*m_cursorText)};
    return requests;
}

// If there is no room for the label, the line ends in a small diamond, and hovering over a point shows the label.
void PlotMarks::placeReferences(const PlotLabels& places) {
    const double mark = Theme::instance().px(7);
    for (std::size_t i = 0; i < m_references.size(); ++i) {
        QCPItemLine* line = m_references[i].line;
        QCPItemText* text = m_references[i].text;
        const PlotLabels::Reference& place = places.references[i];
        line->setVisible(place.isInView);
        text->setVisible(place.label.has_value());
        if (place.isInView)
            line->setHead(place.label ? QCPLineEnding(QCPLineEnding::esNone)
                                      : QCPLineEnding(QCPLineEnding::esDiamond, mark, mark));
        if (!place.label) continue;
        text->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
        text->position->setPixelPosition(place.label->topLeft());
    }
}

void PlotMarks::place(const PlotLabels& places, const PlotLayout& layout, bool hasData) {
    placeReferences(places);
    if (places.mark) {
        m_pointRing->topLeft->setPixelPosition(places.mark->ring.topLeft());
        m_pointRing->bottomRight->setCoords(places.mark->ring.width(), places.mark->ring.height());
        m_pointText->setVisible(places.mark->label.has_value());
        if (places.mark->label) {
            m_pointText->setBrush(places.mark->coversCurves ? veil() : Theme::instance().colours().surface);
            m_pointText->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
            m_pointText->position->setCoords(places.mark->label->topLeft() - layout.toPixels(m_point));
        }
    }
    if (places.cursorLine) {
        m_cursor->setVisible(places.cursorLine->isInView);
        m_cursorText->setVisible(places.cursorLine->label.has_value());
        m_cursorText->setBrush(veil());
        if (const auto& label = places.cursorLine->label) {
            const double x = places.cursorLine->x;
            m_cursorText->setPositionAlignment((label->left() > x ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignTop);
            m_cursorText->position->setPixelPosition(QPointF(x, label->top()));
        }
    }
    if (m_diagonal) {
        const double lower = std::max(layout.x().range.lower, layout.y().range.lower);
        const double upper = std::min(layout.x().range.upper, layout.y().range.upper);
        m_diagonal->setVisible(lower < upper && hasData);
        m_diagonal->start->setCoords(lower, lower);
        m_diagonal->end->setCoords(upper, upper);
    }
}

std::vector<PlotMarks::Label> PlotMarks::labelsLeftOut(double x) const {
    std::vector<Label> labels;
    if (m_pointText && !m_pointText->visible() && std::abs(x - m_point.x()) < 1e-9)
        labels.push_back({m_pointRing->pen().color(), m_pointText->text()});
    for (const Reference& reference : m_references)
        if (reference.line->visible() && !reference.text->visible())
            labels.push_back({reference.line->pen().color(), reference.label});
    return labels;
}

}  // namespace recscope::ui
