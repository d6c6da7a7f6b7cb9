// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <cstdint>
#include <memory>
#include <vector>

#include "ui/runs/explore_query.h"

class QLabel;
class QStackedWidget;

namespace recscope::ui {

class AnswerNote;
class EmptyState;
class HistoryList;
class RecommendationPanel;
class Session;

/// The history of the shown user and, beside it, the recommendations or the reason why there are none. Below these
/// lists are two notes: what the removal test of the chosen recommendation found, and which items decide it.
class ExploreLists : public QWidget {
    Q_OBJECT
public:
    explicit ExploreLists(Session& session, QWidget* parent = nullptr);

    HistoryList& history() { return *m_history; }
    RecommendationPanel& recommendations() { return *m_recommendations; }

    /// Shows the history of this answer, not its recommendations.
    void showHistory(const std::shared_ptr<const ExploreAnswer>& answer);
    void clear();
    /// Shows the list of recommendations, or says why there are none: no run is chosen, or the run has no weights.
    void showRun(bool hasWeights);
    void showFailure(const QString& message, const QString& hint);
    /// Shows which history items the recommendation `target` depends on; `test` is null while its removal test runs.
    void showRemoval(const ExploreAnswer& answer, Token target, const RemovalTest* test);
    void showRemovalFailure(const QString& failure);
    /// Shows the result of the search for the smallest change (`sentence`) and marks its items in the history
    /// (`deciding`, positions). An empty sentence hides the note.
    void showFinding(const QString& sentence, const std::vector<std::int32_t>& deciding);

    void setWrapped(bool isWrapped);  ///< titles take as many lines as they need
    /// Sets whether the page is low. On a low page, the note of `showFinding` replaces the note about the removal test.
    void setCompact(bool isCompact);
    /// Sets the minimum height: room for some rows of the lists and for the notes, but at most `available` pixels.
    void fitHeight(int available);

signals:
    void findingClosed();  ///< the user of the program closed the note of `showFinding`

private:
    QWidget* makeRight();
    void showNotes();

    Session& m_session;
    HistoryList* m_history;
    QStackedWidget* m_right;  ///< pages: recommendations | why there are none
    RecommendationPanel* m_recommendations;
    EmptyState* m_noAnswer;
    AnswerNote* m_finding;  ///< which items decide the chosen recommendation
    QLabel* m_removalNote;  ///< result of its removal test
    bool m_isCompact = false;
};

}  // namespace recscope::ui
