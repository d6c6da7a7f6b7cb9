// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "ui/explore/tabs/explore_tab.h"
#include "ui/explore/tabs/what_if_query.h"
#include "ui/jobs/async_query.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QToolButton;

namespace recscope::ui {

class EditedHistory;
class EditedHistoryView;
class ItemSearch;
class ScenarioPopup;
class Session;
class SlopeChart;
class SmallestSearch;
struct SmallestAnswer;

/// What would be recommended if the history were another: insert, delete, repeat, replace, mask and move items, undo
/// and redo, keep what came of it as a scenario, and see for two runs how the ranks change.
class WhatIfPanel : public ExploreTab {
    Q_OBJECT
public:
    WhatIfPanel(Session& session, std::shared_ptr<InferenceCache> cache, QWidget* parent = nullptr);

    EditedHistory& history() { return *m_history; }
    QString title() const override;
    QString about() const override;
    std::optional<QString> missing(const Capabilities& capabilities) const override;
    /// Keeps the edits where the same history is shown again.
    void setAnswer(std::shared_ptr<const ExploreAnswer> answer) override;
    void setTarget(Token target);  ///< the chosen recommendation
    /// How the page's removal test takes items away: what decides is looked for, and deleted, in the same manner.
    void setRemoval(const RemovalOptions& removal);
    void stop() override;
    std::shared_ptr<const WhatIfResult> result() const { return m_result; }
    /// Which items decide over the target. Where nothing is edited, or the panel is seen, their deletion is tried here.
    void findSmallestChange();
    /// The answer to that is no longer about what is shown.
    void forgetAnswer();

signals:
    void predicted();
    void changeSought();  ///< the deciding items are being looked for
    void changeFound(const recscope::ui::SmallestAnswer& answer);
    void changeStopped();
    void equalItemsChosen(recscope::EqualItems equal);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void clear();
    QWidget* makeEditor();
    QWidget* makeCharts();
    void edit(EditKind kind);
    void step(int by);
    void move(int from, int to);
    void nameHistory(const QString& scenario);
    void fitButtons();
    void insertChosen();
    void showRuns();
    QString titleOf(const WhatIfRun& run) const;
    void showState();
    void ask();
    void showResult();
    void draw();
    void take(const SmallestAnswer& answer);
    int position() const;  ///< of the current row; -1 = none or a ghost
    std::vector<LoadedRun> runs() const;
    bool hasEqualItems() const;
    void showUnread();
    int reads() const;

    Session& m_session;
    std::shared_ptr<InferenceCache> m_cache;
    std::shared_ptr<const ExploreAnswer> m_answer;
    AsyncQuery<WhatIfRequest, WhatIfResult> m_query;
    std::shared_ptr<const WhatIfResult> m_result;  ///< on the charts
    Token m_target = kPadToken;

    EditedHistory* m_history;
    EditedHistoryView* m_view;
    ScenarioPopup* m_scenarios;
    QString m_scenario;        ///< the name the history was opened or saved under
    int m_scenarioIndex = -1;  ///< of the undo stack, where the history is still that
    ItemSearch* m_item;
    SmallestSearch* m_search;
    QToolButton *m_insert, *m_replace, *m_repeat, *m_mask, *m_delete, *m_up, *m_down, *m_undo, *m_redo, *m_reset;
    QToolButton *m_smallest, *m_kept;
    QLabel *m_state, *m_time, *m_found;
    RemovalOptions m_removal;
    QCheckBox *m_refit, *m_equal;
    QLabel* m_vector;  ///< whose vector answered
    QLabel* m_unread;  ///< which changes are not read
    QComboBox* m_other;
    std::array<SlopeChart*, 2> m_charts;
};

}  // namespace recscope::ui
