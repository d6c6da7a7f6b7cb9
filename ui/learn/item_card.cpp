// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/item_card.h"

#include <QPainter>
#include <cmath>

#include "ui/theme/theme.h"
#include "ui/widgets/animation.h"

namespace recscope::ui {

namespace {

/// The beginning of the text that fits into the size, with an ellipsis if it is cut.
QString fitted(QString text, const QFontMetricsF& metrics, const QSizeF& size) {
    const auto fits = [&](const QString& candidate) {
        const QRectF bounds = metrics.boundingRect(QRectF(0, 0, size.width(), 10000), Qt::TextWordWrap, candidate);
        return bounds.height() <= size.height() + 1 && bounds.width() <= size.width() + 1;
    };
    while (text.size() > 3 && !fits(text)) {
        text.chop(text.endsWith(QChar(0x2026)) ? 2 : 1);
        text = text.trimmed() + QChar(0x2026);
    }
    return text;
}

}  // namespace

ItemCard::ItemCard(int position, const QString& title, QWidget* parent)
    : QAbstractButton(parent), m_position(position), m_title(title), m_turn(new Animation(this)) {
    setCheckable(true);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
    describe();
}

void ItemCard::describe() {
    setToolTip(isChecked() && !m_coverNote.isEmpty() ? tr("Position %1, covered: %2").arg(m_position).arg(m_coverNote)
               : isChecked() ? tr("Position %1: %2, covered. Click to uncover it.").arg(m_position).arg(m_title)
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
    m_turn->begin();
}

void ItemCard::setCovered(bool covered) {
    setChecked(covered);
    update();
}

void ItemCard::setHighlighted(bool highlighted) {
    if (highlighted == m_isHighlighted) return;
    m_isHighlighted = highlighted;
    update();
}

void ItemCard::setCoverNote(const QString& note) {
    m_coverNote = note;
    describe();
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
    if (m_turn->isMoving()) {
        const double turn = m_turn->progress();
        if (turn < 0.5) covered = !covered;
        painter.translate(width() / 2.0, 0);
        painter.scale(std::max(0.02, std::abs(std::cos(turn * M_PI))), 1);
        painter.translate(-width() / 2.0, 0);
    }

    const QRectF card = QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5);
    const double corner = theme.px(space::kCornerRadius), pad = theme.px(space::kPadding);
    const bool marked = m_isHighlighted || hasFocus() || underMouse();
    painter.setPen(QPen(marked ? colours.accent : covered ? theme.sequential(0.35) : colours.line, marked ? 2 : 1));
    painter.setBrush(covered ? theme.sequential(0.12) : colours.surface);
    painter.drawRoundedRect(card, corner, corner);

    const QFontMetricsF caption(theme.caption());
    painter.setFont(theme.caption());
    painter.setPen(colours.muted);
    const QString position = QString::number(m_position);
    painter.drawText(QPointF(card.left() + pad, card.top() + pad / 2 + caption.ascent()), position);
    // A compact card has its text beside the number.
    QRectF body = card.adjusted(pad, pad / 2 + caption.height(), -pad, -pad / 2);
    if (card.height() < 4 * caption.height())
        body = card.adjusted(1.5 * pad + caption.horizontalAdvance(position), pad / 2, -pad, -pad / 2);
    if (!covered) {
        painter.setPen(colours.text);
        painter.drawText(body, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, fitted(m_title, caption, body.size()));
        return;
    }
    QFont mask = theme.caption();
    mask.setWeight(QFont::DemiBold);
    painter.setFont(mask);
    painter.setPen(colours.accent);
    const bool hasNote = !m_coverNote.isEmpty();
    painter.drawText(body, hasNote ? Qt::AlignHCenter | Qt::AlignTop : Qt::AlignCenter, QStringLiteral("[MASK]"));
    if (!hasNote) return;
    painter.setFont(theme.caption());
    painter.setPen(colours.text);
    body.setTop(body.top() + caption.height());
    body.setLeft(card.left() + pad);  // the whole width, because the note is below the number
    painter.drawText(body, Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap,
                     fitted(m_coverNote, caption, body.size()));
}

}  // namespace recscope::ui
