// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/explore_tabs.h"

#include <QScopedValueRollback>

#include "ui/attention/attention_map.h"
#include "ui/attention/head_grid.h"
#include "ui/explore/tabs/attention_tab.h"
#include "ui/explore/tabs/evidence_panel.h"
#include "ui/explore/tabs/heads_panel.h"
#include "ui/explore/tabs/item_map_panel.h"
#include "ui/explore/tabs/timeline_tab.h"
#include "ui/explore/tabs/what_if_panel.h"
#include "ui/runs/run_capabilities.h"
#include "ui/session/session.h"
#include "ui/widgets/arrange.h"

namespace recscope::ui {

ExploreTabs::ExploreTabs(Session& session, const std::shared_ptr<InferenceCache>& cache, QWidget* parent)
    : QTabWidget(parent), m_session(session) {
    setObjectName(QStringLiteral("exploreTabs"));
    setAccessibleName(tr("Views of the answer"));
    makeTabs(cache);
}

void ExploreTabs::makeTabs(const std::shared_ptr<InferenceCache>& cache) {
    m_attention = new AttentionTab(m_session, cache);
    HeadGrid& heads = m_attention->heads();
    const AttentionMapModel* map = &m_attention->map().model();
    m_evidence = new EvidencePanel(m_session, cache);
    m_evidence->setObjectName(QStringLiteral("evidence"));
    connect(map, &AttentionMapModel::choiceChanged, m_evidence,
            [this, map] { m_evidence->setHead(map->choice().head); });
    connect(m_evidence, &EvidencePanel::headChosen, &heads, &HeadGrid::choose);

    m_whatIf = new WhatIfPanel(m_session, cache);
    m_whatIf->setObjectName(QStringLiteral("whatIf"));
    connect(m_whatIf, &WhatIfPanel::equalItemsChosen, m_evidence, &EvidencePanel::setEqualItems);

    auto* characters = new HeadsPanel(m_session, cache);
    characters->setObjectName(QStringLiteral("characters"));
    connect(map, &AttentionMapModel::choiceChanged, characters,
            [characters, map] { characters->setHead(map->choice().head); });
    connect(characters, &HeadsPanel::headChosen, &heads, &HeadGrid::choose);

    auto* items = new ItemMapPanel(m_session, cache);
    items->setObjectName(QStringLiteral("itemsMap"));
    m_timeline = new TimelineTab(m_session);

    m_views = {m_attention, m_evidence, m_whatIf, characters, items, m_timeline};
    for (ExploreTab* view : m_views) addTabs(*this, {{view, view->title(), view->about()}});
    connect(this, &QTabWidget::currentChanged, this, [this](int tab) {
        if (!m_fitting) m_requestedTab = tab;
    });
}

void ExploreTabs::setRun(const std::optional<LoadedRun>& run) {
    const auto chosen = m_session.run();
    const Capabilities can = chosen ? capabilitiesOf(*chosen) : Capabilities();
    const QScopedValueRollback fitting(m_fitting, true);
    int first = -1;
    for (int i = 0; i < int(m_views.size()); ++i) {
        const auto why = chosen ? m_views[size_t(i)]->whyUnavailable(can) : std::nullopt;
        setTabEnabled(i, !why);
        setTabToolTip(i, why.value_or(m_views[size_t(i)]->about()));
        m_views[size_t(i)]->setRun(why ? std::nullopt : run);
        if (first < 0 && !why) first = i;
    }
    setCurrentIndex(isTabEnabled(m_requestedTab) ? m_requestedTab : first);
}

void ExploreTabs::setAnswer(const std::shared_ptr<const ExploreAnswer>& answer) {
    for (ExploreTab* view : m_views) {
        const bool isAvailable = answer && answer->explanation && !view->whyUnavailable(answer->capabilities);
        view->setAnswer(isAvailable ? answer : nullptr);
    }
}

void ExploreTabs::stop() {
    for (ExploreTab* view : m_views) view->stop();
}

// If hidden tabs did not keep their width, the user list beside the tabs would move.
void ExploreTabs::fitHeight() {
    for (int i = 0; i < count(); ++i)
        widget(i)->setSizePolicy(QSizePolicy::Preferred,
                                 i == currentIndex() ? QSizePolicy::Preferred : QSizePolicy::Ignored);
}

}  // namespace recscope::ui
