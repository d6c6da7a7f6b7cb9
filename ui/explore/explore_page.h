// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "ui/jobs/async_query.h"
#include "ui/runs/explore_query.h"

class QComboBox;
class QLabel;
class QVBoxLayout;
class QPushButton;
class QStackedWidget;
class QTabWidget;
class QToolButton;

namespace recscope::ui {

class AnswerNote;
class AttentionTab;
class EmptyState;
class EvidencePanel;
class ExploreTab;
class TimelineTab;
class HeadsPanel;
class HistoryList;
class ItemMapPanel;
class RecommendationList;
class Session;
class UsersPanel;
class WhatIfPanel;

/// Shows for the chosen user what the model recommends, what every head attends to, and the effect of each item of the
/// history. A click on a user starts one job, whose answer contains the data of all views; choosing another head needs
/// no computation.
class ExplorePage : public QWidget {
    Q_OBJECT
public:
    explicit ExplorePage(Session& session, QWidget* parent = nullptr);
    ~ExplorePage() override;

    /// The shown answer; null before the first one.
    std::shared_ptr<const ExploreAnswer> answer() const { return m_answer; }

signals:
    void answerShown();
    void removalShown();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct RemovalsRequest {
        std::shared_ptr<const ExploreAnswer> answer;
        RemovalOptions options;
        bool operator==(const RemovalsRequest&) const = default;
    };
    QWidget* makeContent();
    QLayout* makeHeader();
    QWidget* makeLists();
    void fitHeight();
    void showNotes();
    QWidget* makeRecommendations();
    QToolButton* makeListsButton();
    QTabWidget* makeTabs();
    void fitTabs();
    void applyDataset();
    void listVersions();
    void applyVersion();
    /// The later version of the dataset whose users are listed; empty = the users of the dataset itself.
    std::optional<DatasetInfo> laterVersion() const;
    void applyRun();
    void requestAnswer();
    void handleQueryChanged();
    void showAnswer(std::shared_ptr<const ExploreAnswer> answer);
    void showFailure(const QString& message, const QString& hint);
    void showRunState();
    void showRanks();
    void requestRemovals();
    void handleRemovals();
    void showRemoval(Token target);
    void showAttentionRow();
    void showParts(Token target);
    void showTitle();
    void hoverHistory(int index);
    /// Shows the result of the search for the smallest change (`sentence`) and marks its items in the history
    /// (`deciding`, positions). An empty sentence hides the note.
    void showFinding(const QString& sentence, const std::vector<std::int32_t>& deciding);
    std::optional<LoadedRun> requestedRun() const;

    Session& m_session;
    std::shared_ptr<InferenceCache> m_cache;
    std::shared_ptr<const ExploreAnswer> m_answer;
    std::optional<std::int32_t> m_user;
    /// Id of the user to show if another dataset or version is chosen: the last user with an answer.
    std::string m_keptUser;
    AsyncQuery<ExploreRequest, ExploreAnswer> m_query;
    AsyncQuery<RemovalsRequest, Removals> m_removalTest;
    std::shared_ptr<const Removals> m_removals;  ///< removal tests of the shown answer; null until they are computed
    Token m_removalTarget = kPadToken;
    QTimer m_slowTimer;  ///< shows a loading message if an answer takes long

    QLabel* m_subtitle;
    QToolButton* m_wrap;
    QComboBox* m_versions;  ///< chooses whose histories are listed: those of the dataset or of a later version of it
    QComboBox* m_predicted;
    UsersPanel* m_users;
    QVBoxLayout* m_content;
    QWidget* m_lists;          ///< history and recommendations with their notes
    bool m_isCompact = false;  ///< true while the page is so low that gaps are smaller and notes are left out
    HistoryList* m_history;
    QStackedWidget* m_right;  ///< pages: recommendations | why there are none
    EmptyState* m_noAnswer;
    RecommendationList* m_recommendations;
    QPushButton* m_decides;  ///< "What decides?"
    AnswerNote* m_finding;
    QLabel* m_removalNote;
    QLabel* m_listWeights;     ///< says which epoch's weights made the list, and what the model read
    QToolButton* m_manyLists;  ///< menu: lists of many users, items that are never recommended
    QTabWidget* m_tabs;
    std::vector<ExploreTab*> m_views;  ///< in the order of the tabs
    int m_requestedTab = 0;            ///< the tab that was chosen by hand; it may be unavailable for the current run
    bool m_fitting = false;            ///< true while `fitTabs`, not the user of the program, changes the tab
    EvidencePanel* m_evidence;
    WhatIfPanel* m_whatIf;
    HeadsPanel* m_headsPanel;
    ItemMapPanel* m_items;
    TimelineTab* m_timeline;
    AttentionTab* m_attention;
};

}  // namespace recscope::ui
