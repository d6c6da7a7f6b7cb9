// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/tabs/evidence_strip.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/theme/theme.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {
constexpr double kShade = 0.72;    ///< bars have the colours at ±kShade of the scales, as in the history list
constexpr double kMaxStep = 40;    ///< design pixels: largest distance between items, reached in short histories
constexpr double kBarShare = 0.7;  ///< width of a bar as a share of the distance between items
constexpr int kCauseMark = 4;      ///< design pixels: half the width of the triangle below a true cause

/// Three decimals, or two significant digits for the tiny effects of a barely trained model.
QString effectText(float value) {
    return std::abs(value) >= 0.01f ? fixedNumber(value, 3) : shortNumber(value, 2);
}

QString signedEffect(float value) {
    const QString digits = effectText(std::abs(value));
    return (value < 0 ? QStringLiteral("\u2212") : QStringLiteral("+")) + digits;
}
}  // namespace

EvidenceStrip::EvidenceStrip(QWidget* parent) : ItemStrip(parent) {
    setAccessibleName(tr("Attention and removal effect of each item"));
}

void EvidenceStrip::setItems(std::vector<EvidenceItem> items, const QString& attentionName, const QString& effectName,
                             const QString& word, MapScale scale) {
    const bool same = items.size() == m_items.size();
    m_items = std::move(items);
    m_attentionName = attentionName;
    m_effectName = effectName;
    m_word = word;
    m_scale = scale;
    m_message.clear();
    m_largestAttention = m_largestEffect = m_mostFor = m_mostAgainst = 0;
    for (const EvidenceItem& item : m_items) {
        m_largestAttention = std::max(m_largestAttention, std::abs(item.attention));
        m_largestEffect = std::max(m_largestEffect, std::abs(item.effect));
        m_mostFor = std::max(m_mostFor, item.effect);
        m_mostAgainst = std::max(m_mostAgainst, -item.effect);
    }
    setAccessibleName(hasAttention() ? tr("Removal effect and %1 of each item").arg(m_word)
                                     : tr("Removal effect of each item"));
    setHighlight(same ? current() : -1);
}

void EvidenceStrip::setMessage(const QString& sentence) {
    m_items.clear();
    m_message = sentence;
    setHighlight(-1);
    setAccessibleDescription(sentence);
}

QRectF EvidenceStrip::plotRect() const {
    const Theme& theme = Theme::instance();
    const double line = QFontMetricsF(theme.caption()).height();
    return QRectF(rect()).adjusted(0, line + theme.px(space::kUnit), 0, -2 * line - theme.px(space::kPadding));
}

QRectF EvidenceStrip::itemRect(int item) const {
    if (m_items.empty()) return {};
    const QRectF plot = plotRect();
    const double step = std::min(plot.width() / double(m_items.size()), Theme::instance().px(1) * kMaxStep);
    return {plot.left() + item * step, plot.top(), step, plot.height()};
}

int EvidenceStrip::itemAt(QPointF point) const {
    if (m_items.empty()) return -1;
    const int item = int((point.x() - plotRect().left()) / itemRect(0).width());
    return item >= 0 && item < int(m_items.size()) ? item : -1;
}

QString EvidenceStrip::currentText() const {
    if (current() < 0 || current() >= int(m_items.size())) return {};
    const EvidenceItem& item = m_items[size_t(current())];
    if (!hasAttention()) return tr("%1: removal %2").arg(item.title, signedEffect(item.effect));
    const QString number = fixedNumber(std::abs(item.attention), 3);
    return tr("%1: %2 %3, removal %4")
        .arg(item.title, m_word, item.attention < 0 ? QStringLiteral("\u2212") + number : number,
             signedEffect(item.effect));
}

void EvidenceStrip::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool hasNoEffects = !hasAttention() && m_largestEffect <= 0;
    if (m_items.empty() || hasNoEffects) {
        painter.setFont(theme.body());
        painter.setPen(theme.colours().muted);
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap,
                         m_items.empty()       ? m_message
                         : m_items.size() == 1 ? tr("Removing the item that is read changes nothing.")
                                               : tr("Removing any one of the items that are read changes nothing."));
        return;
    }
    paintBars(painter);
    paintTexts(painter);
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.colours().accent, 1));
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

double EvidenceStrip::zeroLine() const {
    const QRectF plot = plotRect();
    if (hasAttention()) return std::round(plot.center().y());
    const double range = double(m_mostFor + m_mostAgainst), available = plot.height() - Theme::instance().px(4);
    return std::round(plot.top() + Theme::instance().px(2) +
                      (range > 0 ? available * double(m_mostFor) / range : available));
}

void EvidenceStrip::paintBars(QPainter& painter) const {
    const Theme& theme = Theme::instance();
    const Colours& colours = theme.colours();
    const QRectF plot = plotRect();
    const bool attention = hasAttention();
    const double middle = zeroLine(), half = plot.height() / 2 - theme.px(2);
    // Positive and negative effects share one scale: it takes the lower half, or the whole height if no attention is
    // shown.
    const float effectRange = attention ? m_largestEffect : m_mostFor + m_mostAgainst;
    const double effectHeight = attention ? half : plot.height() - theme.px(4);
    if (current() >= 0) {
        QColor tint = colours.accent;
        tint.setAlphaF(0.12f);
        painter.fillRect(itemRect(current()), tint);
    }
    painter.setPen(Qt::NoPen);
    for (int i = 0; i < int(m_items.size()); ++i) {
        const EvidenceItem& item = m_items[size_t(i)];
        const QRectF bounds = itemRect(i);
        const double width = std::max(1.0, bounds.width() * kBarShare), left = bounds.center().x() - width / 2;
        const double up = m_largestAttention > 0 ? half * double(std::abs(item.attention) / m_largestAttention) : 0;
        // Negative values are blue and hatched, like negative effects below the line.
        if (item.attention < 0) {
            painter.setBrush(QBrush(theme.diverging(-kShade), Qt::BDiagPattern));
            painter.setPen(QPen(theme.diverging(-kShade), 1));
        } else {
            painter.setBrush(m_scale == MapScale::Diverging ? theme.diverging(kShade) : theme.sequential(kShade));
        }
        painter.drawRect(QRectF(left, middle - 1 - up, width, up));
        painter.setPen(Qt::NoPen);
        // If attention is shown, all effect bars point down from the line; only blue hatching marks a negative effect.
        const double length = effectRange > 0 ? effectHeight * double(std::abs(item.effect) / effectRange) : 0;
        const QColor colour = theme.diverging(item.effect < 0 ? -kShade : kShade);
        const bool isUp = !attention && item.effect > 0;
        const QRectF bar(left, isUp ? middle - 1 - length : middle + 1, width, length);
        if (item.effect < 0) {
            painter.setBrush(QBrush(colour, Qt::BDiagPattern));
            painter.setPen(QPen(colour, 1));
            painter.drawRect(bar);
            painter.setPen(Qt::NoPen);
        } else {
            painter.setBrush(colour);
            painter.drawRect(bar);
        }
        if (item.isCause) {
            const double size = theme.px(kCauseMark), x = bounds.center().x(), y = plot.bottom();
            painter.setBrush(colours.warning);
            painter.drawConvexPolygon(QPolygonF({{x, y - size}, {x + size, y + size}, {x - size, y + size}}));
        }
    }
    painter.setPen(QPen(colours.line, 1));
    painter.drawLine(QPointF(plot.left(), middle), QPointF(plot.right(), middle));
}

void EvidenceStrip::paintTexts(QPainter& painter) const {
    const Theme& theme = Theme::instance();
    const Colours& colours = theme.colours();
    const QFontMetricsF caption(theme.caption());
    painter.setFont(theme.caption());
    painter.setPen(colours.muted);
    const auto elided = [&](const QString& text, double width) {
        return caption.elidedText(text, Qt::ElideMiddle, width);
    };
    const double line = caption.height();
    const QString above = hasAttention()
                              ? tr("↑ %1, 0 … %2").arg(m_attentionName).arg(fixedNumber(m_largestAttention, 3))
                              : tr("↑ %1, 0 … %2 nats").arg(m_effectName, effectText(m_mostFor));
    painter.drawText(QRectF(0, 0, width(), line), Qt::AlignLeft | Qt::AlignVCenter, elided(above, width()));
    const double below = plotRect().bottom() + theme.px(space::kPadding);
    // When room is short, only the range and the meaning of the hatching are shown, without the name.
    const QString range = hasAttention() ? tr("↓ 0 … %1 nats, hatched: negative").arg(effectText(m_largestEffect))
                          : m_mostAgainst > 0 ? tr("↓ hatched: negative, 0 … %1 nats").arg(effectText(m_mostAgainst))
                                              : tr("No effect is negative");
    const QString named = hasAttention() ? tr("%1; %2").arg(range, m_effectName) : range;
    painter.drawText(QRectF(0, below, width(), line), Qt::AlignLeft | Qt::AlignVCenter,
                     elided(caption.horizontalAdvance(named) <= width() ? named : range, width()));
    painter.setPen(current() >= 0 ? colours.text : colours.muted);
    const QString bottomText =
        current() >= 0
            ? currentText()
            : (m_items.size() == 1 ? tr("%1 item") : tr("%1 items, the oldest on the left")).arg(m_items.size());
    painter.drawText(QRectF(0, below + line, width(), line), Qt::AlignLeft | Qt::AlignVCenter,
                     elided(bottomText, width()));
}

QSize EvidenceStrip::sizeHint() const {
    const Theme& theme = Theme::instance();
    return {theme.px(360), theme.px(240)};
}

QSize EvidenceStrip::minimumSizeHint() const {
    const Theme& theme = Theme::instance();
    return {theme.px(220), theme.px(120)};
}

}  // namespace recscope::ui
