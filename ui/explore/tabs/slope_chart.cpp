// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/tabs/slope_chart.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "ui/plot/label_layout.h"
#include "ui/theme/theme.h"
#include "ui/widgets/context_menu.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/painted_cells.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/saving.h"

namespace recscope::ui {

namespace {
constexpr int kMinSlopeWidth = 44;  ///< design pixels that are reserved for the lines between the titles
}

SlopeChart::SlopeChart(QWidget* parent) : QWidget(parent) {
    setAccessibleRole(this, QAccessible::Chart);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void SlopeChart::setTitle(const QString& title) {
    m_title = title;
    setAccessibleName(tr("Ranks before and after, %1").arg(title));
    update();
}

void SlopeChart::setItems(std::vector<SlopeItem> items, int length, const QColor& colour) {
    m_items = std::move(items);
    m_length = length;
    m_colour = colour;
    m_message.clear();
    m_current = -1;
    const auto moved =
        std::count_if(m_items.begin(), m_items.end(), [](const SlopeItem& item) { return item.before != item.after; });
    setAccessibleDescription(tr("%1 of %2 items changed their rank").arg(moved).arg(m_items.size()));
    update();
    emit itemsChanged();
}

void SlopeChart::setMessage(const QString& sentence) {
    m_items.clear();
    m_current = -1;
    m_message = sentence;
    setAccessibleDescription(sentence);
    update();
    emit itemsChanged();
}

QString SlopeChart::currentText() const {
    if (m_current < 0 || m_current >= int(m_items.size())) return {};
    const SlopeItem& item = m_items[size_t(m_current)];
    return tr("%1: rank %2 → %3, probability %4 → %5")
        .arg(item.title, wholeNumber(item.before), wholeNumber(item.after))
        .arg(fixedNumber(item.probabilityBefore, 4))
        .arg(fixedNumber(item.probabilityAfter, 4));
}

void SlopeChart::layOut() {
    // An item ranked beyond the length of a list is placed below that list; several such items are in the order of
    // their ranks.
    const Theme& theme = Theme::instance();
    const double top = QFontMetricsF(theme.body()).height() + theme.px(space::kPadding);
    const auto side = [&](auto rankOf) {
        std::vector<size_t> order(m_items.size());
        std::iota(order.begin(), order.end(), size_t(0));
        std::sort(order.begin(), order.end(),
                  [&](size_t a, size_t b) { return rankOf(m_items[a]) < rankOf(m_items[b]); });
        std::vector<double> steps(m_items.size());
        double beyond = m_length + 0.5;
        double last = m_length;
        for (const size_t item : order) {
            const int rank = rankOf(m_items[item]);
            steps[item] = rank <= m_length ? rank - 1 : beyond;
            if (rank > m_length) beyond += 1;
            last = std::max(last, steps[item] + 1);
        }
        return std::pair(steps, last);
    };
    auto [before, lastBefore] = side([](const SlopeItem& item) { return item.before; });
    auto [after, lastAfter] = side([](const SlopeItem& item) { return item.after; });
    const double pitch = (height() - top) / std::max(lastBefore, lastAfter);
    m_before = std::move(before);
    m_after = std::move(after);
    for (std::vector<double>* ys : {&m_before, &m_after})
        for (double& y : *ys) y = top + (y + 0.5) * pitch;
}

void SlopeChart::paintEvent(QPaintEvent*) {
    layOut();
    QPainter painter(this);
    paint(painter);
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(Theme::instance().colours().accent, 1));
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

/// Width of the widest title with its rank, including the gap to the line.
double SlopeChart::labelWidth(bool leftSide) const {
    const Theme& theme = Theme::instance();
    QFont bold = theme.caption();
    bold.setWeight(QFont::DemiBold);
    const QFontMetricsF metrics(bold);
    double label = 0;
    for (const SlopeItem& item : m_items) {
        const QString rank = wholeNumber(leftSide ? item.before : item.after);
        label = std::max(
            label, metrics.horizontalAdvance(item.title + QStringLiteral("  ") + rank) + theme.px(space::kUnit) + 1);
    }
    return label;
}

std::vector<bool> SlopeChart::shownLabels(const std::vector<double>& ys) const {
    std::vector<size_t> order(ys.size());
    std::iota(order.begin(), order.end(), size_t(0));
    const auto priority = [this](size_t item) { return int(item) == m_current ? 0 : m_items[item].isTruth ? 1 : 2; };
    std::sort(order.begin(), order.end(),
              [&](size_t a, size_t b) { return std::pair(priority(a), ys[a]) < std::pair(priority(b), ys[b]); });
    return labelsWithoutOverlap(ys, order, QFontMetricsF(Theme::instance().caption()).height());
}

int SlopeChart::desiredWidth() const {
    const Theme& theme = Theme::instance();
    const double labels = labelWidth(true) + labelWidth(false);
    return int(std::ceil(labels)) + theme.px(kMinSlopeWidth) + 2 * theme.px(space::kUnit);
}

void SlopeChart::paint(QPainter& painter) const {
    const Theme& theme = Theme::instance();
    const Colours& colours = theme.colours();
    painter.setRenderHint(QPainter::Antialiasing);
    const QFontMetricsF body(theme.body()), caption(theme.caption());
    painter.setFont(theme.body());
    painter.setPen(colours.text);
    painter.drawText(QRectF(0, 0, width(), body.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     body.elidedText(m_title, Qt::ElideRight, width()));
    if (m_items.empty()) {
        painter.setPen(colours.muted);
        painter.drawText(QRectF(rect()).adjusted(0, body.height(), 0, 0), Qt::AlignCenter | Qt::TextWordWrap,
                         m_message);
        return;
    }
    const double gap = theme.px(space::kUnit);
    double leftLabel = labelWidth(true), rightLabel = labelWidth(false);
    const double labels = width() - theme.px(kMinSlopeWidth) - 2 * gap;
    if (leftLabel + rightLabel > labels) {
        const double share = labels / (leftLabel + rightLabel);
        leftLabel *= share;
        rightLabel *= share;
    }
    const double left = leftLabel + gap, right = width() - rightLabel - gap, line = caption.height();
    const std::vector<bool> shownBefore = shownLabels(m_before), shownAfter = shownLabels(m_after);
    for (int pass = 0; pass < 2; ++pass) {
        for (int i = 0; i < int(m_items.size()); ++i) {
            const SlopeItem& item = m_items[size_t(i)];
            const bool isBold = i == m_current || item.isTruth;
            if (isBold != (pass == 1)) continue;  // emphasized items are painted last
            const double y0 = m_before[size_t(i)], y1 = m_after[size_t(i)];
            const bool isSame = item.before == item.after;
            const QColor colour = i == m_current ? colours.accent
                                  : item.isTruth ? colours.good
                                  : isSame       ? colours.muted
                                                 : m_colour;
            // Falling items are dashed, so that the slope is not the only sign of the direction.
            painter.setPen(QPen(colour, isBold ? 2.5 : 1.5, item.after > item.before ? Qt::DashLine : Qt::SolidLine));
            painter.drawLine(QPointF(left, y0), QPointF(right, y1));
            painter.setPen(Qt::NoPen);
            painter.setBrush(colour);
            for (const QPointF& end : {QPointF(left, y0), QPointF(right, y1)}) painter.drawEllipse(end, 3, 3);
            QFont font = theme.caption();
            if (isBold) font.setWeight(QFont::DemiBold);
            painter.setFont(font);
            painter.setPen(isBold ? colour : isSame ? colours.muted : colours.text);
            const QFontMetricsF metrics(font);
            const auto labelText = [&](int rank, bool leftSide) {
                const QString number = wholeNumber(rank);
                const double available = (leftSide ? leftLabel : rightLabel) - gap -
                                         metrics.horizontalAdvance(QStringLiteral("  ") + number);
                const QString title = metrics.elidedText(item.title, Qt::ElideMiddle, available);
                return leftSide ? title + QStringLiteral("  ") + number : number + QStringLiteral("  ") + title;
            };
            if (shownBefore[size_t(i)])
                painter.drawText(QRectF(0, y0 - line / 2, leftLabel - gap, line), Qt::AlignRight | Qt::AlignVCenter,
                                 labelText(item.before, true));
            if (shownAfter[size_t(i)])
                painter.drawText(QRectF(right + 2 * gap, y1 - line / 2, rightLabel - gap, line),
                                 Qt::AlignLeft | Qt::AlignVCenter, labelText(item.after, false));
        }
    }
}

void SlopeChart::setCurrent(int item) {
    if (item == m_current) return;
    m_current = item;
    setToolTip(currentText());
    if (item >= 0) setAccessibleDescription(currentText());
    update();
}

void SlopeChart::mouseMoveEvent(QMouseEvent* event) {
    const QPointF point = event->position();
    const bool atLeft = point.x() < width() / 2.0;
    int nearest = -1;
    double distance = Theme::instance().px(14);
    for (int i = 0; i < int(m_before.size()) && i < int(m_items.size()); ++i) {
        const double away = std::abs(point.y() - (atLeft ? m_before : m_after)[size_t(i)]);
        if (away < distance) {
            distance = away;
            nearest = i;
        }
    }
    setCurrent(nearest);
}

void SlopeChart::leaveEvent(QEvent*) {
    setCurrent(-1);
}

void SlopeChart::keyPressEvent(QKeyEvent* event) {
    const int last = int(m_items.size()) - 1;
    if (last >= 0 && event->key() == Qt::Key_Down) return setCurrent(std::min(last, m_current + 1));
    if (last >= 0 && event->key() == Qt::Key_Up) return setCurrent(std::max(0, m_current - 1));
    QWidget::keyPressEvent(event);
}

void SlopeChart::exportTo(const QString& path) {
    layOut();
    const Picture picture{
        .size = size(), .title = m_title, .paint = [this](QPainter& painter) { paint(painter); }, .makePainter = {}};
    savePicture(this, path, picture);
}

void SlopeChart::contextMenuEvent(QContextMenuEvent* event) {
    QMenu& menu = contextMenu(*this);
    QAction* save = menu.addAction(tr("Save as PNG, SVG or PDF…"), this, [this] {
        const QString path = askWhereToSave(this, tr("what if"), QStringLiteral(".png"),
                                            tr("Picture (*.png);;Drawing (*.svg);;Document (*.pdf)"));
        if (!path.isEmpty()) exportTo(path);
    });
    save->setEnabled(!m_items.empty());
    addCaptionChoice(menu);
    menu.popup(event->globalPos());
}

QSize SlopeChart::sizeHint() const {
    const Theme& theme = Theme::instance();
    return {theme.px(320), theme.px(260)};
}

QSize SlopeChart::minimumSizeHint() const {
    const Theme& theme = Theme::instance();
    return {theme.px(180), theme.px(140)};
}

}  // namespace recscope::ui
