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
/// history. A click on a user starts one job. Its answer contains the data of all views, so choosing another head needs
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
    void takeDataset();
    void listVersions();
    void takeVersion();
    /// The later version of the dataset whose users are listed; none: the dataset itself.
    std::optional<DatasetInfo> laterVersion() const;
    void takeRun();
    void ask();
    void followQuery();
    void show(std::shared_ptr<const ExploreAnswer> answer);
    void showFailure(const QString& message, const QString& hint);
    void showRunState();
    void showRanks();
    void askRemovals();
    void takeRemovals();
    void showRemoval(Token target);
    void showAttentionRow();
    void showParts(Token target);
    void showTitle();
    void hoverHistory(int index);
    /// Shows what the search for the deciding items found, and marks these items in the history; an empty sentence
    /// removes both.
    void showFinding(const QString& sentence, const std::vector<std::int32_t>& deciding);
    std::optional<LoadedRun> requestedRun() const;

    Session& m_session;
    std::shared_ptr<InferenceCache> m_cache;
    std::shared_ptr<const ExploreAnswer> m_answer;
    std::optional<std::int32_t> m_user;
    AsyncQuery<ExploreRequest, ExploreAnswer> m_query;
    AsyncQuery<RemovalsRequest, Removals> m_removalTest;
    std::shared_ptr<const Removals> m_removals;  ///< removal tests of the shown answer; null until they are computed
    Token m_removalTarget = kPadToken;
    QTimer m_slow;  ///< shows a loading message when an answer takes long

    QLabel* m_subtitle;
    QToolButton* m_wrap;
    QComboBox* m_versions;  ///< whose histories are listed: of the dataset or of a later version
    QComboBox* m_predicted;
    UsersPanel* m_users;
    QVBoxLayout* m_content;
    QWidget* m_lists;    ///< history and recommendations with their notes
    bool m_low = false;  ///< true while the page has little height
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
    int m_requestedTab = 0;            ///< the chosen tab, which the current run may lack
    bool m_fitting = false;            ///< true while the page shows another tab because the chosen one is unavailable
    EvidencePanel* m_evidence;
    WhatIfPanel* m_whatIf;
    HeadsPanel* m_headsPanel;
    ItemMapPanel* m_items;
    TimelineTab* m_timeline;
    AttentionTab* m_attention;
};

}  // namespace recscope::ui
