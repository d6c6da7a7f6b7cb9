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

/// Shows what would be recommended for a different history. The user of the program can insert, delete, repeat,
/// replace, mask and move items, undo and redo, save the result as a scenario, and see for two runs how the ranks
/// change.
class WhatIfPanel : public ExploreTab {
    Q_OBJECT
public:
    WhatIfPanel(Session& session, std::shared_ptr<InferenceCache> cache, QWidget* parent = nullptr);

    EditedHistory& history() { return *m_history; }
    QString title() const override;
    QString about() const override;
    std::optional<QString> whyUnavailable(const Capabilities& capabilities) const override;
    /// Keeps the edits if the history is the same.
    void setAnswer(std::shared_ptr<const ExploreAnswer> answer) override;
    void setTarget(Token target);  ///< the chosen recommendation
    /// Sets the kind of removal of the page's removal test, which `findSmallestChange` uses, too.
    void setRemoval(const RemovalOptions& removal);
    void stop() override;
    std::shared_ptr<const WhatIfResult> result() const { return m_result; }
    /// Searches for the deciding items, the fewest items whose removal makes the target fall out of the list. If
    /// nothing is edited, or the panel is visible, the edits are then replaced by the deletion of these items.
    void findSmallestChange();
    /// Hides the sentence about the deciding items, e.g. because it does not belong to the shown answer any more.
    void forgetFinding();

signals:
    void predicted();            ///< the charts show a new result
    void changeSearchStarted();  ///< the search for the deciding items has started
    void changeFound(const recscope::ui::SmallestAnswer& answer);
    void changeSearchStopped();
    /// The user of the program chose how the occurrences of a repeated item are removed.
    void equalItemsChosen(recscope::RepeatedItems repeatedItems);

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
    void nameHistory(const QString& scenario);  ///< the history, as it is now, is that of this scenario
    void fitButtons();
    void insertChosen();
    void showRuns();
    QString titleOf(const WhatIfRun& run) const;
    void showState();
    void requestResult();
    void showResult();
    void draw();
    void showFinding(const SmallestAnswer& answer);
    int position() const;  ///< position of the current row; -1 = no row, or a ghost
    std::vector<LoadedRun> runs() const;
    bool hasEqualItems() const;
    void showUnread();
    /// The largest number of newest items that a queried model reads; 0 if one of them reads all items.
    int readLength() const;

    Session& m_session;
    std::shared_ptr<InferenceCache> m_cache;
    std::shared_ptr<const ExploreAnswer> m_answer;
    AsyncQuery<WhatIfRequest, WhatIfResult> m_query;
    std::shared_ptr<const WhatIfResult> m_result;  ///< shown in the charts
    Token m_target = kPadToken;

    EditedHistory* m_history;
    EditedHistoryView* m_view;
    ScenarioPopup* m_scenarios;
    QString m_scenario;        ///< name of the scenario that was opened or saved last
    int m_scenarioIndex = -1;  ///< index of the undo stack at which the history is that of m_scenario
    ItemSearch* m_item;
    SmallestSearch* m_search;
    QToolButton *m_insert, *m_replace, *m_repeat, *m_mask, *m_delete, *m_up, *m_down, *m_undo, *m_redo, *m_reset;
    QToolButton *m_smallest, *m_scenariosButton;  ///< "What decides?" | "Scenarios"
    QLabel *m_state, *m_time;
    QLabel* m_found;  ///< the sentence about the deciding items
    RemovalOptions m_removal;
    QCheckBox *m_refit, *m_equal;  ///< refit the user's vector | remove all occurrences of an item together
    QLabel* m_vector;              ///< says which user vector was used
    QLabel* m_unread;              ///< says which of the models read none of the changes
    QComboBox* m_other;            ///< the second run
    std::array<SlopeChart*, 2> m_charts;
};

}  // namespace recscope::ui
