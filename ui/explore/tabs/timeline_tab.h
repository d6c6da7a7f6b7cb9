// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/explore/tabs/explore_tab.h"

namespace recscope::ui {

class TimelinePanel;
class Session;

/// The training timeline of the chosen run: what it recommended to a pinned user after each epoch. It does not depend
/// on the shown answer. It is available for any model, because every model has lists and ranks after each epoch.
class TimelineTab : public ExploreTab {
    Q_OBJECT
public:
    explicit TimelineTab(Session& session, QWidget* parent = nullptr);

    TimelinePanel& panel() { return *m_panel; }
    QString title() const override;
    QString about() const override;
    std::optional<QString> whyUnavailable(const Capabilities& capabilities) const override;
    void setAnswer(std::shared_ptr<const ExploreAnswer> answer) override;

private:
    TimelinePanel* m_panel;
};

}  // namespace recscope::ui
