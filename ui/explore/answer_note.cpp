// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/answer_note.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "ui/theme/icons.h"
#include "ui/widgets/arrange.h"

namespace recscope::ui {

AnswerNote::AnswerNote(QWidget* parent) : QFrame(parent), m_text(sentenceLabel(QStringLiteral("answerText"))) {
    setProperty("card", true);
    m_text->setTextFormat(Qt::PlainText);
    auto* close = new QToolButton;
    close->setObjectName(QStringLiteral("answerClose"));
    close->setIcon(lineIcon(QStringLiteral("close")));
    close->setAutoRaise(true);
    close->setAccessibleName(tr("Close the answer"));
    close->setToolTip(tr("Closes the answer; the history is no longer marked"));
    connect(close, &QToolButton::clicked, this, [this] {
        showMessage({});
        emit closed();
    });
    QHBoxLayout* line = row({grow(m_text), close});
    line->setAlignment(close, Qt::AlignTop);
    arrange(this, line, {space::kPadding, space::kUnit, space::kUnit, space::kUnit});
    hide();
}

QString AnswerNote::text() const {
    return m_text->text();
}

void AnswerNote::showMessage(const QString& sentence) {
    m_text->setText(sentence);
    setVisible(!sentence.isEmpty());
    if (sentence.isEmpty()) return;
    // Announces the sentence to screen readers.
    setAccessibleName(sentence);
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

}  // namespace recscope::ui
