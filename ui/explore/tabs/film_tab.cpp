// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/tabs/film_tab.h"

#include "ui/film/film_panel.h"
#include "ui/widgets/arrange.h"

namespace recscope::ui {

FilmTab::FilmTab(Session& session, QWidget* parent)
    : ExploreTab(parent), m_panel(new FilmPanel(session, QStringLiteral("explore"))) {
    m_panel->setObjectName(QStringLiteral("exploreFilm"));
    arrange(this, column({m_panel}));
}

QString FilmTab::title() const {
    return tr("Film");
}

QString FilmTab::about() const {
    return tr("What the run recommended to a pinned user after each epoch of its training");
}

std::optional<QString> FilmTab::missing(const Capabilities&) const {
    return {};
}

// The film has a choice of users of its own.
void FilmTab::setAnswer(std::shared_ptr<const ExploreAnswer>) {}

}  // namespace recscope::ui
