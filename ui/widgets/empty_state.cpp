// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/empty_state.h"

#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>

#include "ui/widgets/arrange.h"

namespace recscope::ui {

namespace {

/// The text with zero-width spaces, at which a long word such as a path or a checksum may be broken. Otherwise the word
/// would make the whole window wider.
QString breakable(const QString& text) {
    constexpr qsizetype kLongWord = 32, kPiece = 16;
    static const QRegularExpression longWord(QStringLiteral("\\S{%1,}").arg(kLongWord));
    QString result = text;
    for (QRegularExpressionMatchIterator words = longWord.globalMatch(text); words.hasNext();) {
        const QString word = words.next().captured();
        QString broken;
        for (qsizetype at = 0; at < word.size(); at += kPiece)
            broken += (at > 0 ? QString(QChar(0x200B)) : QString()) + word.mid(at, kPiece);
        result.replace(word, broken);
    }
    return result;
}

}  // namespace

EmptyState::EmptyState(QWidget* parent)
    : QWidget(parent), m_title(sectionLabel()), m_sentence(mutedLabel()), m_button(new QPushButton) {
    m_title->setAlignment(Qt::AlignCenter);
    m_title->setWordWrap(true);
    m_sentence->setAlignment(Qt::AlignCenter);
    m_sentence->setWordWrap(true);
    m_button->setProperty("primary", true);
    m_button->setObjectName(QStringLiteral("emptyStateButton"));
    m_button->setFocusPolicy(Qt::TabFocus);  // a click must not take the focus
    m_button->hide();
    connect(m_button, &QPushButton::clicked, this, &EmptyState::actionRequested);

    arrange(
        this,
        column({stretch(), m_title, m_sentence, gap(space::kPadding), aligned(m_button, Qt::AlignHCenter), stretch()}),
        QMargins() + space::kPageMargin);
}

void EmptyState::setTexts(const QString& title, const QString& sentence, const QString& action) {
    m_titleText = title;
    m_sentenceText = sentence;
    m_title->setText(breakable(title));
    m_sentence->setText(breakable(sentence));
    m_button->setText(action);
    // If the button were hidden while it has the focus, Qt would move the focus to the window's first button.
    if (action.isEmpty() && m_button->hasFocus() && parentWidget()) parentWidget()->setFocus();
    m_button->setVisible(!action.isEmpty());
    setAccessibleName(title);
    setAccessibleDescription(sentence);
}

QString EmptyState::title() const {
    return m_titleText;
}
QString EmptyState::sentence() const {
    return m_sentenceText;
}

}  // namespace recscope::ui
