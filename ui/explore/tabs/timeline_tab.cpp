// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/tabs/timeline_tab.h"

#include "ui/timeline/timeline_panel.h"
#include "ui/widgets/arrange.h"

namespace recscope::ui {

TimelineTab::TimelineTab(Session& session, QWidget* parent)
    : ExploreTab(parent), m_panel(new TimelinePanel(session, QStringLiteral("explore"))) {
    m_panel->setObjectName(QStringLiteral("exploreFilm"));
    arrange(this, column({m_panel}));
}

QString TimelineTab::title() const {
    return tr("Timeline");
}

QString TimelineTab::about() const {
    return tr("Recommendations of the run to a pinned user after each epoch of its training");
}

std::optional<QString> TimelineTab::whyUnavailable(const Capabilities&) const {
    return {};
}

// Ignores the answer, because the timeline has its own choice of users.
void TimelineTab::setAnswer(std::shared_ptr<const ExploreAnswer>) {}

}  // namespace recscope::ui
