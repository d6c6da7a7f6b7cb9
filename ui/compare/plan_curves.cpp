// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/plan_curves.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <algorithm>

#include "ui/theme/theme.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

// Design pixels; kDot is a radius.
constexpr int kMinWidth = 190, kMaxWidth = 330, kPlotHeight = 58, kDot = 3;

/// Larger values get fewer decimals: "0.0812", "6.214".
QString valueText(double value) {
    return fixedNumber(value, value < 1 ? 4 : value < 10 ? 3 : 1);
}

}  // namespace

PlanCurves::PlanCurves(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Curves of all runs of the plan"));
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&Theme::instance(), &Theme::changed, this, &PlanCurves::measureTitles);
    measureTitles();
}

void PlanCurves::setCurves(std::vector<PlanCurve> curves) {
    m_curves = std::move(curves);
    if (m_chosen >= int(m_curves.size())) choose(-1);
    QStringList sentences;
    for (const PlanCurve& curve : m_curves) sentences << curve.title + QStringLiteral(": ") + curve.state;
    setAccessibleDescription(sentences.join(QStringLiteral("; ")));
    measureTitles();
}

void PlanCurves::measureTitles() {
    const Theme& theme = Theme::instance();
    const QFontMetrics caption(theme.caption());
    int widest = theme.px(kMinWidth);
    for (const PlanCurve& curve : m_curves) widest = std::max(widest, caption.horizontalAdvance(curve.title));
    m_cellWidth = std::min(widest + 2 * theme.px(space::kPadding), theme.px(kMaxWidth));
    updateGeometry();
    update();
}

void PlanCurves::choose(int index) {
    if (index == m_chosen) return;
    m_chosen = index;
    update();
    emit chosenChanged();
}

int PlanCurves::columnsFor(int width) const {
    const int gap = Theme::instance().px(space::kPadding), fits = (width + gap) / (m_cellWidth + gap);
    return std::clamp(int(m_curves.size()), 1, std::max(1, fits));
}

int PlanCurves::cellHeight() const {
    const Theme& theme = Theme::instance();
    return 3 * QFontMetrics(theme.caption()).height() + theme.px(kPlotHeight) + 2 * theme.px(space::kPadding);
}

QRect PlanCurves::cellRect(int index) const {
    const int gap = Theme::instance().px(space::kPadding), columns = columnsFor(width());
    const int wide = (width() - gap * (columns - 1)) / columns;
    return {(index % columns) * (wide + gap), (index / columns) * (cellHeight() + gap), wide, cellHeight()};
}

QRectF PlanCurves::plotRect(int index) const {
    const int gap = Theme::instance().px(space::kPadding);
    const int line = QFontMetrics(Theme::instance().caption()).height();
    return QRectF(cellRect(index)).adjusted(gap, gap + 2 * line, -gap, -gap - line);
}

int PlanCurves::heightForWidth(int width) const {
    const int columns = columnsFor(width), rows = (int(m_curves.size()) + columns - 1) / columns;
    const int gap = Theme::instance().px(space::kPadding);
    return std::max(0, rows * (cellHeight() + gap) - gap);
}

QSize PlanCurves::sizeHint() const {
    const int width = Theme::instance().px(3 * kMaxWidth);
    return {width, heightForWidth(width)};
}

QSize PlanCurves::minimumSizeHint() const {
    return {Theme::instance().px(kMinWidth), cellHeight()};
}

double PlanCurves::lastEpoch() const {
    double last = 2;
    for (const PlanCurve& curve : m_curves)
        if (!curve.points.empty()) last = std::max(last, curve.points.back().x());
    return last;
}

std::pair<double, double> PlanCurves::rangeOf(const PlanCurve& planCurve) const {
    double low = 0, high = 0;
    bool hasPoints = false;
    const auto extend = [&](const PlanCurve& curve) {
        for (const QPointF& point : curve.points) {
            low = hasPoints ? std::min(low, point.y()) : point.y();
            high = hasPoints ? std::max(high, point.y()) : point.y();
            hasPoints = true;
        }
    };
    if (!planCurve.sharesYAxis) {
        extend(planCurve);
    } else {
        for (const PlanCurve& curve : m_curves)
            if (curve.yLabel == planCurve.yLabel && curve.sharesYAxis) extend(curve);
        low = std::min(0.0, low);
    }
    return {low, high > low ? high : low + 1};
}

void PlanCurves::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    for (int index = 0; index < int(m_curves.size()); ++index)
        if (event->rect().intersects(cellRect(index))) paintCell(painter, index);
}

void PlanCurves::paintCell(QPainter& painter, int index) const {
    const Theme& theme = Theme::instance();
    const Colours& colours = theme.colours();
    const PlanCurve& curve = m_curves[std::size_t(index)];
    const QRectF cell = QRectF(cellRect(index)).adjusted(0.5, 0.5, -0.5, -0.5), plot = plotRect(index);
    painter.setPen(QPen(index == m_chosen ? colours.accent : colours.line, index == m_chosen ? 2 : 1));
    painter.setBrush(colours.surface);
    painter.drawRoundedRect(cell, theme.px(space::kCornerRadius), theme.px(space::kCornerRadius));
    painter.setFont(theme.caption());
    const QFontMetricsF caption(theme.caption());
    const QRectF title(plot.left(), plot.top() - 2 * caption.height(), plot.width(), caption.height());
    painter.setPen(colours.text);
    painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter,
                     caption.elidedText(curve.title, Qt::ElideMiddle, title.width()));
    painter.setPen(curve.isLive ? colours.accent : colours.muted);
    painter.drawText(title.translated(0, title.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     caption.elidedText(curve.state, Qt::ElideRight, title.width()));
    if (curve.points.empty()) return;
    const auto [low, high] = rangeOf(curve);
    const double last = lastEpoch();
    const auto at = [&, low = low, high = high](QPointF point) {
        return QPointF(plot.left() + (point.x() - 1) / (last - 1) * plot.width(),
                       plot.bottom() - (point.y() - low) / (high - low) * plot.height());
    };
    painter.setPen(QPen(colours.line, 1));
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    painter.drawLine(plot.topLeft(), plot.topRight());
    QPainterPath path;
    for (std::size_t i = 0; i < curve.points.size(); ++i)
        i == 0 ? path.moveTo(at(curve.points[i])) : path.lineTo(at(curve.points[i]));
    painter.setPen(QPen(colours.accent, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
    const double dot = theme.px(kDot);
    painter.setBrush(colours.accent);
    if (curve.best) painter.drawEllipse(at(*curve.best), dot, dot);
    if (curve.points.size() == 1 && !curve.best) painter.drawEllipse(at(curve.points.front()), dot, dot);
    const QRectF axis(plot.left(), plot.bottom(), plot.width(), caption.height());
    painter.setPen(colours.muted);
    painter.drawText(axis, Qt::AlignLeft | Qt::AlignVCenter,
                     tr("%1, %2 to %3").arg(curve.yLabel, valueText(low), valueText(high)));
    painter.drawText(axis, Qt::AlignRight | Qt::AlignVCenter, tr("epoch %1").arg(last));
}

int PlanCurves::cellAt(QPoint point) const {
    for (int index = 0; index < int(m_curves.size()); ++index)
        if (cellRect(index).contains(point)) return index;
    return -1;
}

bool PlanCurves::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        const int index = cellAt(help->pos());
        const PlanCurve* curve = index < 0 ? nullptr : &m_curves[std::size_t(index)];
        const QString text =
            curve ? curve->toolTip + QStringLiteral("<p>%1</p>").arg(curve->state.toHtmlEscaped()) : QString();
        QToolTip::showText(help->globalPos(), text, this, index < 0 ? QRect() : cellRect(index));
        return true;
    }
    return QWidget::event(event);
}

void PlanCurves::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) choose(cellAt(event->position().toPoint()));
}

void PlanCurves::keyPressEvent(QKeyEvent* event) {
    const int columns = columnsFor(width()), last = int(m_curves.size()) - 1;
    int step = 0;
    switch (event->key()) {
        case Qt::Key_Left:
            step = -1;
            break;
        case Qt::Key_Right:
            step = 1;
            break;
        case Qt::Key_Up:
            step = -columns;
            break;
        case Qt::Key_Down:
            step = columns;
            break;
        default:
            return QWidget::keyPressEvent(event);
    }
    if (last < 0 || event->modifiers() != Qt::NoModifier) return QWidget::keyPressEvent(event);
    const int next = m_chosen < 0 ? 0 : m_chosen + step;
    if (next >= 0 && next <= last) choose(next);
}

}  // namespace recscope::ui
