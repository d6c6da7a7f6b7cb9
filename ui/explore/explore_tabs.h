// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTabWidget>
#include <memory>
#include <optional>
#include <vector>

#include "ui/runs/explore_query.h"

namespace recscope::ui {

class AttentionTab;
class EvidencePanel;
class ExploreTab;
class Session;
class TimelineTab;
class WhatIfPanel;

/// Views of an `ExploreAnswer`, which is what a run computed for one user, as tabs. A tab is disabled if it cannot show
/// the chosen run's model.
class ExploreTabs : public QTabWidget {
    Q_OBJECT
public:
    ExploreTabs(Session& session, const std::shared_ptr<InferenceCache>& cache, QWidget* parent = nullptr);

    AttentionTab& attention() { return *m_attention; }
    EvidencePanel& evidence() { return *m_evidence; }
    WhatIfPanel& whatIf() { return *m_whatIf; }
    TimelineTab& timeline() { return *m_timeline; }

    /// Enables the tabs that can show the session's run; `run`: its weights, if it has any.
    void setRun(const std::optional<LoadedRun>& run);
    /// Passes the answer to the tabs that can show it; null = none.
    void setAnswer(const std::shared_ptr<const ExploreAnswer>& answer);
    /// Stops all computations about the answer.
    void stop();
    /// Makes the current tab alone determine the height of this widget; all tabs determine its width.
    void fitHeight();

private:
    void makeTabs(const std::shared_ptr<InferenceCache>& cache);

    Session& m_session;
    AttentionTab* m_attention;
    EvidencePanel* m_evidence;
    WhatIfPanel* m_whatIf;
    TimelineTab* m_timeline;
    std::vector<ExploreTab*> m_views;  ///< in the order of the tabs
    int m_requestedTab = 0;            ///< the tab that was chosen by hand; it may be unavailable for the current run
    bool m_fitting = false;            ///< true while `setRun`, not the user of the program, changes the tab
};

}  // namespace recscope::ui
