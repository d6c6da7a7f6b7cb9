// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/item_card.h"

#include <QPainter>
#include <cmath>

#include "ui/theme/theme.h"

namespace recscope::ui {

namespace {
constexpr int kTurnTime = 160;  ///< ms
}

ItemCard::ItemCard(int position, const QString& title, QWidget* parent)
    : QAbstractButton(parent), m_position(position), m_title(title) {
    setCheckable(true);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
    m_turn.setDuration(kTurnTime);
    m_turn.setStartValue(0.0);
    m_turn.setEndValue(1.0);
    connect(&m_turn, &QVariantAnimation::valueChanged, this, qOverload<>(&QWidget::update));
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
    describe();
}

void ItemCard::describe() {
    setToolTip(isChecked() ? tr("Position %1: %2, covered. Click to uncover it.").arg(m_position).arg(m_title)
                           : tr("Position %1: %2. Click to cover it.").arg(m_position).arg(m_title));
    setAccessibleName(isChecked() ? tr("Position %1, covered").arg(m_position)
                                  : tr("Position %1, %2").arg(m_position).arg(m_title));
}

void ItemCard::checkStateSet() {
    describe();
}

void ItemCard::nextCheckState() {
    QAbstractButton::nextCheckState();
    describe();
    m_turn.start();
}

void ItemCard::setCovered(bool covered) {
    setChecked(covered);
    update();
}

void ItemCard::setLit(bool lit) {
    if (lit == m_lit) return;
    m_lit = lit;
    update();
}

void ItemCard::enterEvent(QEnterEvent*) {
    emit hovered(true);
}
void ItemCard::leaveEvent(QEvent*) {
    emit hovered(false);
}

void ItemCard::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::instance();
    const Colours& colours = theme.colours();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);

    bool covered = isChecked();
    if (m_turn.state() == QAbstractAnimation::Running) {
        const double turn = m_turn.currentValue().toDouble();
        if (turn < 0.5) covered = !covered;
        painter.translate(width() / 2.0, 0);
        painter.scale(std::max(0.02, std::abs(std::cos(turn * M_PI))), 1);
        painter.translate(-width() / 2.0, 0);
    }

    const QRectF card = QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5);
    const double corner = theme.px(space::kCorner), pad = theme.px(space::kInside);
    const bool marked = m_lit || hasFocus() || underMouse();
    painter.setPen(QPen(marked ? colours.accent : covered ? theme.sequential(0.35) : colours.line, marked ? 2 : 1));
    painter.setBrush(covered ? theme.sequential(0.12) : colours.surface);
    painter.drawRoundedRect(card, corner, corner);

    const QFontMetricsF caption(theme.caption());
    painter.setFont(theme.caption());
    painter.setPen(colours.muted);
    painter.drawText(QPointF(card.left() + pad, card.top() + pad / 2 + caption.ascent()), QString::number(m_position));
    const QRectF body = card.adjusted(pad, pad / 2 + caption.height(), -pad, -pad / 2);
    if (covered) {
        QFont mask = theme.caption();
        mask.setWeight(QFont::DemiBold);
        painter.setFont(mask);
        painter.setPen(colours.accent);
        painter.drawText(body, Qt::AlignCenter, QStringLiteral("[MASK]"));
        return;
    }
    painter.setPen(colours.text);
    // As many words as fit, whole lines only.
    QString text = m_title;
    const auto fits = [&](const QString& candidate) {
        const QRectF bounds = caption.boundingRect(QRectF(0, 0, body.width(), 10000), Qt::TextWordWrap, candidate);
        return bounds.height() <= body.height() + 1 && bounds.width() <= body.width() + 1;
    };
    while (text.size() > 3 && !fits(text)) {
        text.chop(text.endsWith(QChar(0x2026)) ? 2 : 1);
        text = text.trimmed() + QChar(0x2026);
    }
    painter.drawText(body, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, text);
}

}  // namespace recscope::ui
