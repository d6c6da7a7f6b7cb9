// SPDX-License-Identifier: GPL-3.0-or-later
// The buttons below the list: previous, next and random user, favourite, and pin for the training timeline.
#include <QAction>
#include <QPushButton>
#include <QShortcut>

#include "ui/explore/favourites.h"
#include "ui/explore/user_filters.h"
#include "ui/explore/users_panel.h"
#include "ui/session/pinned_users.h"
#include "ui/theme/icons.h"
#include "ui/widgets/arrange.h"

namespace recscope::ui {

QWidget* UsersPanel::makeButtons() {
    const auto button = [this](const QString& name, const QString& text, const QString& tip, const QKeySequence& key,
                               void (UsersPanel::*slot)()) {
        auto* made = new QPushButton(text);
        made->setObjectName(name);
        made->setToolTip(tr("%1 (%2)").arg(tip, key.toString(QKeySequence::NativeText)));
        made->setAccessibleName(tip);
        made->setFocusPolicy(Qt::TabFocus);
        connect(made, &QPushButton::clicked, this, slot);
        // The parent of the shortcut is the page, so that it works anywhere on the page.
        auto* shortcut = new QShortcut(key, parentWidget() ? parentWidget() : this);
        shortcut->setContext(Qt::WidgetWithChildrenShortcut);
        connect(shortcut, &QShortcut::activated, this, slot);
        return made;
    };
    QPushButton* previous = button(QStringLiteral("previousUser"), QStringLiteral("‹"), tr("Previous user"),
                                   QKeySequence(Qt::ALT | Qt::Key_Up), &UsersPanel::choosePrevious);
    QPushButton* next = button(QStringLiteral("nextUser"), QStringLiteral("›"), tr("Next user"),
                               QKeySequence(Qt::ALT | Qt::Key_Down), &UsersPanel::chooseNext);
    QPushButton* random = button(QStringLiteral("randomUser"), tr("Random"), tr("A random user of the list"),
                                 QKeySequence(Qt::ALT | Qt::Key_R), &UsersPanel::chooseRandom);
    m_star = button(QStringLiteral("favouriteUser"), {}, tr("Mark this user as a favourite"),
                    QKeySequence(Qt::CTRL | Qt::Key_D), &UsersPanel::toggleFavourite);
    m_star->setCheckable(true);
    m_star->setIcon(lineIcon(QStringLiteral("star")));
    m_pin = button(QStringLiteral("pinUser"), {}, tr("Pin this user for the training timeline"),
                   QKeySequence(Qt::CTRL | Qt::Key_P), &UsersPanel::togglePin);
    m_pin->setCheckable(true);
    m_pin->setIcon(lineIcon(QStringLiteral("pin")));
    // Wide buttons would widen the whole column and narrow the lists beside it.
    for (QPushButton* control : {previous, next, random, m_star, m_pin}) control->setProperty("compact", true);
    return boxed(row({previous, next, grow(random), m_star, m_pin}, space::kUnit));
}

void UsersPanel::toggleFavourite() {
    if (!m_user) return;
    m_favourites->set(*m_user, !m_favourites->contains(*m_user));
    showFavourites();  // resets the toggled button if the favourites are not loaded yet
}

void UsersPanel::showFavourites() {
    const bool marked = m_user && m_favourites->contains(*m_user);
    m_star->setEnabled(m_user && m_favourites->isLoaded());
    m_star->setChecked(marked);
    const QString action = marked ? tr("Remove this user from the favourites") : tr("Mark this user as a favourite");
    m_star->setAccessibleName(action);
    m_star->setToolTip(!m_user ? tr("Choose a user first") : tr("%1 (Ctrl+D)").arg(action));
    const bool showsOnlyFavourites = m_filters->favouritesOnly();
    {
        const QSignalBlocker filters(m_filters);
        m_filters->setFavouriteCount(m_favourites->count());
    }
    if (showsOnlyFavourites) showList();
}

void UsersPanel::togglePin() {
    if (!m_user) return;
    m_pinned->set(*m_user, !m_pinned->contains(*m_user));
    showPin();  // resets the toggled button, because the pin may still be refused
}

void UsersPanel::focusPin() {
    m_pin->setFocus(Qt::ShortcutFocusReason);
}

void UsersPanel::showPin() {
    const bool pinned = m_user && m_pinned->contains(*m_user);
    const bool possible = m_user && m_pinned->isLoaded();
    const QString action =
        pinned ? tr("Unpin this user from the training timeline") : tr("Pin this user for the training timeline");
    const QString about =
        pinned ? tr("Later epochs no longer record this user. Timelines recorded so far are kept.")
               : tr("From now on each epoch of a training records what every head looks at and the first ten "
                    "recommendations for this user, to be played on the Train page.");
    m_pin->setEnabled(possible);
    m_pin->setChecked(pinned);
    m_pin->setAccessibleName(action);
    m_pin->setAccessibleDescription(about);
    m_pin->setToolTip(m_user ? QStringLiteral("<p>%1 (Ctrl+P)</p><p>%2</p>").arg(action, about)
                             : tr("Choose a user first"));
    m_pinAction->setText(action);
    m_pinAction->setEnabled(possible);
}

}  // namespace recscope::ui
