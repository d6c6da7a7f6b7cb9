// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attention/weight_bars.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "ui/theme/theme.h"
#include "ui/widgets/context_menu.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/saving.h"

namespace recscope::ui {

namespace {
constexpr int kMaxStep = 48;       ///< design pixels: largest distance between items, reached in short histories
constexpr double kBarShare = 0.7;  ///< width of a bar as a share of the distance between items
constexpr double kShade = 0.75;    ///< bars have the colours at ±kShade of the diverging scale (-1 to 1)
constexpr int kDecimals = 3;
}  // namespace

WeightBars::WeightBars(QWidget* parent) : ItemStrip(parent) {
    setAccessibleName(tr("Weight of each item of the history"));
}

void WeightBars::setWeights(std::vector<float> weights, QStringList titles, int first) {
    m_weights = std::move(weights);
    m_titles = std::move(titles);
    m_first = first;
    m_largest = m_smallest = 0;
    for (const float weight : m_weights) {
        m_largest = std::max(m_largest, weight);
        m_smallest = std::min(m_smallest, weight);
    }
    setHighlight(-1);
}

void WeightBars::includeScaleOf(const WeightBars& other) {
    m_largest = std::max(m_largest, other.m_largest);
    m_smallest = std::min(m_smallest, other.m_smallest);
    update();
}

void WeightBars::clear() {
    setWeights({}, {}, 1);
}

QString WeightBars::currentText() const {
    if (m_weights.empty()) return {};
    if (current() >= 0 && current() < count())
        return tr("%1. %2: weight %3")
            .arg(m_first + current())
            .arg(m_titles.value(current()), signedNumber(double(m_weights[size_t(current())]), kDecimals));
    const double sum = std::accumulate(m_weights.begin(), m_weights.end(), 0.0);
    const auto below = std::count_if(m_weights.begin(), m_weights.end(), [](float weight) { return weight < 0; });
    if (count() == 1) return tr("1 item, weight %1").arg(signedNumber(sum, kDecimals));
    const QString negative = below == 0 ? tr("none") : QString::number(below);
    return (below == 1 ? tr("%1 items, the newest on the right; their weights sum to %2; %3 of them is negative")
                       : tr("%1 items, the newest on the right; their weights sum to %2; %3 of them are negative"))
        .arg(QString::number(count()), signedNumber(sum, kDecimals), negative);
}

QRectF WeightBars::plotRect() const {
    const Theme& theme = Theme::instance();
    const QFontMetricsF caption(theme.caption());
    const double left =
        caption.horizontalAdvance(signedNumber(double(m_smallest < 0 ? m_smallest : m_largest), kDecimals)) +
        theme.px(space::kPadding);
    const double line = caption.height();
    // Two lines of text are below the bars: the positions, and the text about the current item.
    return QRectF(rect()).adjusted(left, line / 2, 0, -2 * line - theme.px(space::kPadding));
}

double WeightBars::zeroLine() const {
    const QRectF plot = plotRect();
    const double range = double(m_largest - m_smallest);
    return plot.top() + (range > 0 ? plot.height() * double(m_largest) / range : plot.height());
}

QRectF WeightBars::slot(int item) const {
    const QRectF plot = plotRect();
    const double step = std::min(plot.width() / std::max(1, count()), double(Theme::instance().px(kMaxStep)));
    return {plot.left() + item * step, plot.top(), step, plot.height()};
}

QRectF WeightBars::barRect(int item) const {
    const double range = double(m_largest - m_smallest), zero = zeroLine();
    const double weight = double(m_weights[size_t(item)]);
    const double length = range > 0 ? plotRect().height() * std::abs(weight) / range : 0;
    const QRectF bounds = slot(item);
    const double width = std::max(1.0, bounds.width() * kBarShare);
    return {bounds.center().x() - width / 2, weight < 0 ? zero : zero - length, width, length};
}

int WeightBars::itemAt(QPointF point) const {
    if (m_weights.empty() || point.x() < plotRect().left()) return -1;
    const int item = int((point.x() - plotRect().left()) / slot(0).width());
    return item < count() ? item : -1;
}

void WeightBars::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paint(painter);
    if (!hasFocus()) return;
    painter.setPen(QPen(Theme::instance().colours().accent, 1));
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

void WeightBars::paint(QPainter& painter) const {
    if (m_weights.empty()) return;
    const Theme& theme = Theme::instance();
    const Colours& colours = theme.colours();
    painter.setRenderHint(QPainter::Antialiasing);
    if (current() >= 0) {
        QColor tint = colours.accent;
        tint.setAlphaF(0.12f);
        painter.fillRect(slot(current()), tint);
    }
    painter.setPen(Qt::NoPen);
    for (int item = 0; item < count(); ++item) {
        painter.setBrush(theme.diverging(m_weights[size_t(item)] < 0 ? -kShade : kShade));
        painter.drawRect(barRect(item));
    }
    paintScale(painter);
}

void WeightBars::paintScale(QPainter& painter) const {
    const Theme& theme = Theme::instance();
    const Colours& colours = theme.colours();
    const QRectF plot = plotRect();
    const QFontMetricsF caption(theme.caption());
    const double line = caption.height(), zero = zeroLine();
    painter.setFont(theme.caption());
    painter.setPen(QPen(colours.line, 1));
    painter.drawLine(QPointF(plot.left(), zero), QPointF(plot.right(), zero));
    painter.setPen(colours.muted);
    const auto tick = [&](double y, const QString& text) {
        painter.drawText(QRectF(0, y - line / 2, plot.left() - theme.px(space::kUnit), line),
                         Qt::AlignRight | Qt::AlignVCenter, text);
    };
    tick(zero, QStringLiteral("0"));
    if (m_largest > 0 && zero - plot.top() > line) tick(plot.top(), signedNumber(double(m_largest), kDecimals));
    if (m_smallest < 0 && plot.bottom() - zero > line) tick(plot.bottom(), signedNumber(double(m_smallest), kDecimals));
    // Labels positions from the newest one back, as many as fit.
    const double widest = caption.horizontalAdvance(QString::number(m_first + count())) + theme.px(space::kPadding);
    const int every = std::max(1, int(std::ceil(widest / slot(0).width())));
    for (int item = count() - 1; item >= 0; item -= every) {
        const QRectF bounds = slot(item);
        painter.drawText(QRectF(bounds.center().x() - widest / 2, plot.bottom() + line / 4, widest, line),
                         Qt::AlignCenter, QString::number(m_first + item));
    }
    painter.setPen(current() >= 0 ? colours.text : colours.muted);
    painter.drawText(QRectF(0, height() - line, width(), line), Qt::AlignLeft | Qt::AlignVCenter,
                     caption.elidedText(currentText(), Qt::ElideMiddle, width()));
}

void WeightBars::contextMenuEvent(QContextMenuEvent* event) {
    QMenu& menu = contextMenu(*this);
    QAction* save = menu.addAction(tr("Save as PNG, SVG or PDF…"), this, [this] {
        const QString path = askWhereToSave(this, tr("weights"), QStringLiteral(".png"),
                                            tr("Picture (*.png);;Drawing (*.svg);;Document (*.pdf)"));
        if (path.isEmpty()) return;
        const Picture picture{.size = size(),
                              .title = accessibleName(),
                              .paint = [this](QPainter& painter) { paint(painter); },
                              .makePainter = {}};
        savePicture(this, path, picture);
    });
    save->setEnabled(!m_weights.empty());
    addCaptionChoice(menu);
    menu.popup(event->globalPos());
}

QSize WeightBars::sizeHint() const {
    const Theme& theme = Theme::instance();
    return {theme.px(480), theme.px(240)};
}

QSize WeightBars::minimumSizeHint() const {
    const Theme& theme = Theme::instance();
    return {theme.px(220), theme.px(96)};
}

}  // namespace recscope::ui
