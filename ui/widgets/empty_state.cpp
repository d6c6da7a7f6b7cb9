// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/empty_state.h"

#include <QLabel>
#include <QPushButton>

#include "ui/widgets/arrange.h"

namespace recscope::ui {

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

    arrange(this,
            column({room(), m_title, m_sentence, gap(space::kPadding), aligned(m_button, Qt::AlignHCenter), room()}),
            QMargins() + space::kPageMargin);
}

void EmptyState::setTexts(const QString& title, const QString& sentence, const QString& action) {
    m_title->setText(title);
    m_sentence->setText(sentence);
    m_button->setText(action);
    // Otherwise Qt would move the focus from the hidden button to the window's first button.
    if (action.isEmpty() && m_button->hasFocus() && parentWidget()) parentWidget()->setFocus();
    m_button->setVisible(!action.isEmpty());
    setAccessibleName(title);
    setAccessibleDescription(sentence);
}

QString EmptyState::title() const {
    return m_title->text();
}
QString EmptyState::sentence() const {
    return m_sentence->text();
}

}  // namespace recscope::ui
