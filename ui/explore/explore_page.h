// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <memory>
#include <optional>

#include "ui/explore/explore_query.h"
#include "ui/jobs/job_runner.h"

class QComboBox;
class QLabel;
class QStackedWidget;
class QTabWidget;

namespace recscope::ui {

class AttentionMap;
class EmptyState;
class EvidencePanel;
class FilmPanel;
class HeadGrid;
class HeadsPanel;
class HistoryList;
class ItemMapPanel;
class MapAnswers;
class RecommendationList;
class Session;
class UsersPanel;
class WhatIfPanel;

/// Click a user, see what the model recommends, what every head looked at, and what each item of the history did.
/// One click is one job; its answer is one struct that feeds all views, and choosing another head only reads it again.
class ExplorePage : public QWidget {
    Q_OBJECT
public:
    explicit ExplorePage(Session& session, QWidget* parent = nullptr);
    ~ExplorePage() override;

    /// What is on the screen; null before the first answer.
    std::shared_ptr<const ExploreAnswer> answer() const { return m_answer; }

signals:
    void answerShown();
    void removalShown();

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeContent();
    void takeDataset();
    void takeRun();
    void ask();
    void show(std::shared_ptr<const ExploreAnswer> answer);
    void showFailure(const QString& message, const QString& hint);
    void showRunState();
    void showRanks();
    void askRemovals();
    void showRemoval(Token target);
    void showAttentionRow();
    void showTitle();
    void hoverMap(int row, int column);
    void hoverHistory(int index);
    /// The looking rows: hovered, else those that are summed, else pinned, else the last one, which predicts.
    std::vector<int> lookingRows() const;
    void showCauses();
    std::optional<LoadedRun> wantedRun() const;

    Session& m_session;
    std::shared_ptr<ExplainerCache> m_cache;
    std::shared_ptr<Popularity> m_popularity;
    std::shared_ptr<const ExploreAnswer> m_answer;
    std::optional<std::int32_t> m_user;
    std::optional<LoadedRun> m_askedRun;
    bool m_stale = false;                        ///< something changed while the page was hidden
    std::shared_ptr<const Removals> m_removals;  ///< of the shown answer; null until they are there
    JobId m_removalJob = 0;
    Token m_removalTarget = kPadToken;
    QTimer m_slow;  ///< says that it loads when an answer takes long

    QLabel* m_subtitle;
    QComboBox* m_predicted;
    UsersPanel* m_users;
    HistoryList* m_history;
    QStackedWidget* m_right;  ///< recommendations | why there are none
    EmptyState* m_noAnswer;
    RecommendationList* m_recommendations;
    QLabel* m_removalNote;
    QLabel* m_listWeights;  ///< which epoch's the list is
    QTabWidget* m_tabs;
    EvidencePanel* m_evidence;
    WhatIfPanel* m_whatIf;
    HeadsPanel* m_characters;
    ItemMapPanel* m_items;
    FilmPanel* m_film;
    HeadGrid* m_heads;
    AttentionMap* m_map;
    MapAnswers* m_mapAnswers;
};

}  // namespace recscope::ui
