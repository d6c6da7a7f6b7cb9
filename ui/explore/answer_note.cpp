// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/answer_note.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace recscope::ui {

AnswerNote::AnswerNote(QWidget* parent) : QFrame(parent), m_text(new QLabel) {
    setProperty("card", true);
    m_text->setObjectName(QStringLiteral("answerText"));
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* close = new QToolButton;
    close->setObjectName(QStringLiteral("answerClose"));
    close->setIcon(lineIcon(QStringLiteral("close")));
    close->setAutoRaise(true);
    close->setAccessibleName(tr("Close the answer"));
    close->setToolTip(tr("Closes the answer; the history is no longer marked"));
    connect(close, &QToolButton::clicked, this, [this] {
        say({});
        emit closed();
    });
    const Theme& theme = Theme::instance();
    const int inside = theme.px(space::kInside), unit = theme.px(space::kUnit);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(inside, unit, unit, unit);
    row->setSpacing(inside);
    row->addWidget(m_text, 1);
    row->addWidget(close, 0, Qt::AlignTop);
    hide();
}

QString AnswerNote::text() const {
    return m_text->text();
}

void AnswerNote::say(const QString& sentence) {
    m_text->setText(sentence);
    setVisible(!sentence.isEmpty());
    if (sentence.isEmpty()) return;
    // Who cannot see it appear hears it.
    setAccessibleName(sentence);
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

}  // namespace recscope::ui
